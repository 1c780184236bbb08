-- Record the live connections that one process has to an encounter, and forget those of processes that are late.
--
-- KEYS  presence of the encounter
-- ARGV  process, its connections or nothing if it has none, milliseconds for which they count

local call = redis.call
local time = call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
if ARGV[2] == '' then
    call('HDEL', KEYS[1], ARGV[1])
else
    call('HSET', KEYS[1], ARGV[1], string.format('%.0f ', now + ARGV[3]) .. ARGV[2])
end
local last = now
local known = call('HGETALL', KEYS[1])
for place = 1, #known, 2 do
    local ends = tonumber(string.match(known[place + 1], '^%d+'))
    if ends <= now then
        call('HDEL', KEYS[1], known[place])
    elseif ends > last then
        last = ends
    end
end
if last > now then
    call('PEXPIREAT', KEYS[1], string.format('%.0f', last))
end
return call('HLEN', KEYS[1])
