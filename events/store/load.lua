#!lua flags=no-writes
-- Read what a reader of an encounter starts from in one round trip: its head, first record, seeds, newest snapshot, and
-- the records after the snapshot, whose version only the server knows before the client has read the snapshot.
--
-- KEYS  head, events, seeds, snapshot
-- ARGV  maximum number of records after the snapshot, then the fields of the head
--
-- Returns the head's fields, the first entry, the seeds by epoch, the snapshot, and the entries after it, none if the
-- snapshot cannot be read.

local call = redis.call
local limit = tonumber(ARGV[1])
local head = call('HMGET', KEYS[1], unpack(ARGV, 2))
local first = call('XRANGE', KEYS[2], '1-0', '1-0')
local seeds = call('HGETALL', KEYS[3])
local snapshot = call('GET', KEYS[4])
local following = {}
if snapshot then
    -- A snapshot is a MessagePack array: its first byte is the array header, and the version follows.
    local readable, _, version = pcall(cmsgpack.unpack_one, snapshot, 1)
    if readable and type(version) == 'number' and version > 0 then
        following = call('XRANGE', KEYS[2], string.format('%.0f-0', version + 1), '+', 'COUNT', limit)
    end
end
return {head, first, seeds, snapshot, following}
