#!lua
-- Lay down one piece of an import beside its encounter, where nobody reads it. It goes away by itself unless the import
-- is settled, and the next import of the encounter takes its place.
--
-- KEYS  staging, marker
-- ARGV  token of the import, count of the records before this piece, milliseconds to keep it, then the records
--
-- Gives {'staged', count} or {'displaced'}.

local call = redis.call
local staging, marker = unpack(KEYS)
local token, before, kept = ARGV[1], tonumber(ARGV[2]), ARGV[3]
local after = before + #ARGV - 3

if before == 0 then
    call('DEL', staging)
    call('SET', marker, token)
elseif call('GET', marker) ~= token then
    return {'displaced'}
end
local there = call('XLEN', staging)
if there == before then
    for place = 4, #ARGV do
        call('XADD', staging, before + place - 3 .. '-0', 'e', ARGV[place])
    end
elseif there ~= after then
    return {'displaced'}
end
call('PEXPIRE', staging, kept)
call('PEXPIRE', marker, kept)
return {'staged', after}
