#!lua flags=no-writes
-- Return the live connections to an encounter, as each process that is not late recorded them.
--
-- KEYS  presence of the encounter

local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local found = {}
for _, recorded in ipairs(redis.call('HVALS', KEYS[1])) do
    local ends, connections = string.match(recorded, '^(%d+) (.*)$')
    if tonumber(ends) > now then
        found[#found + 1] = connections
    end
end
return found
