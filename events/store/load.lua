#!lua flags=no-writes
-- What a reader of an encounter begins with, in one round trip: where it stands, its first record, its seeds, its newest
-- snapshot, and the records behind that, which only the server can tell before the snapshot has been read.
--
-- KEYS  head, events, seeds, snapshot
-- ARGV  how many records behind the snapshot to give at most, then the fields of the head
--
-- Gives the head's fields, the first entry, the seeds by epoch, the snapshot, and the entries behind it; a snapshot that
-- cannot be read has none.

local call = redis.call
local most = tonumber(ARGV[1])
local head = call('HMGET', KEYS[1], unpack(ARGV, 2))
local first = call('XRANGE', KEYS[2], '1-0', '1-0')
local seeds = call('HGETALL', KEYS[3])
local snapshot = call('GET', KEYS[4])
local behind = {}
if snapshot then
    -- Behind the one byte that says it is an array stands the version; what follows there no script needs to read.
    local readable, _, version = pcall(cmsgpack.unpack_one, snapshot, 1)
    if readable and type(version) == 'number' and version > 0 then
        behind = call('XRANGE', KEYS[2], string.format('%.0f-0', version + 1), '+', 'COUNT', most)
    end
end
return {head, first, seeds, snapshot, behind}
