#!lua
-- Stage one chunk of an import beside its encounter, invisible to readers. It expires unless the import is published,
-- and the next import of the encounter replaces it.
--
-- KEYS  staging, marker
-- ARGV  token of the import, count of the records before this chunk, milliseconds until it expires, then the records
--
-- Returns {'staged', count} or {'displaced'}.

local call = redis.call
local staging, marker = unpack(KEYS)
local token, before, ttl = ARGV[1], tonumber(ARGV[2]), ARGV[3]
local after = before + #ARGV - 3

if before == 0 then
    call('DEL', staging)
    call('SET', marker, token)
elseif call('GET', marker) ~= token then
    return {'displaced'}
end
local staged = call('XLEN', staging)
if staged == before then
    for place = 4, #ARGV do
        call('XADD', staging, before + place - 3 .. '-0', 'e', ARGV[place])
    end
elseif staged ~= after then
    return {'displaced'}
end
call('PEXPIRE', staging, ttl)
call('PEXPIRE', marker, ttl)
return {'staged', after}
