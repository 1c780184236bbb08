#!lua
-- Update a read model, all or nothing. Only whole values are written, and the checkpoint comes last, so an interrupted
-- script can run again. Rows that were read at another checkpoint are rejected.
--
-- KEYS  the model, the set of its orders, then orders
-- ARGV  the checkpoint at which the rows were read, the new one, count of rows, a field and a row for each, then for
--       each change of an order the place of its key among the orders, 'add' or 'remove', and the member
--
-- Returns 1 if the model was updated or 0 if the rows were rejected, and the model's checkpoint.

local call = redis.call
local model, orders = KEYS[1], KEYS[2]
local at = call('HGET', model, 'checkpoint') or '0'
if at ~= ARGV[1] then
    return {0, tonumber(at)}
end
-- All checks come before the first write.
call('SCARD', orders)
for order = 3, #KEYS do
    call('ZCARD', KEYS[order])
end

local first_change = 4 + 2 * tonumber(ARGV[3])
for row = 4, first_change - 1, 2 do
    call('HSET', model, ARGV[row], ARGV[row + 1])
end
for change = first_change, #ARGV, 3 do
    local order = KEYS[2 + tonumber(ARGV[change])]
    if ARGV[change + 1] == 'add' then
        call('ZADD', order, 0, ARGV[change + 2])
    else
        call('ZREM', order, ARGV[change + 2])
    end
end
for order = 3, #KEYS do
    call('SADD', orders, KEYS[order])
end
call('HSET', model, 'checkpoint', ARGV[2])
return {1, tonumber(ARGV[2])}
