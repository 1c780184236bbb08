-- Keep a token or an invitation, with its ID in every index by which it is found and counted.
--
-- KEYS  record, record of the grant that it depends on, indexes
-- ARGV  record, time at which it expires, "1" if it depends on a grant, ID, the greatest number of IDs in each index
--
-- Returns {"kept"}, {"ended"} if the grant that it depends on has ended, or {"full", n} for the n-th index, from 0.

local call = redis.call
local now = tonumber(call('TIME')[1])
if ARGV[3] == '1' and call('EXISTS', KEYS[2]) == 0 then
    return {'ended'}
end
for place = 3, #KEYS do
    if call('ZCOUNT', KEYS[place], '(' .. now, '+inf') >= tonumber(ARGV[place + 2]) then
        return {'full', place - 3}
    end
end
for place = 3, #KEYS do
    local index = KEYS[place]
    call('ZREMRANGEBYSCORE', index, '-inf', now)
    call('ZADD', index, ARGV[2], ARGV[4])
    call('EXPIREAT', index, call('ZRANGE', index, -1, -1, 'WITHSCORES')[2])
end
call('SET', KEYS[1], ARGV[1], 'EXAT', ARGV[2])
return {'kept'}
