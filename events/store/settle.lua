#!lua
-- Publish a completely staged import as an encounter, all or nothing. As in append.lua, all checks come before the
-- first write.
--
-- KEYS  events, head, commands, seed, feed of the partition, directory of the partition, staging, marker, snapshot,
--       checkpoints
-- ARGV  command ID, its earlier form or '', fingerprint, token of the import, count of its records, the last version of
--       each batch among them separated by spaces, new hash, status, commitment, tenant, encounter, the signature of the
--       imported bundle, count of seeds, then epoch and seed for each, then the records that follow the import's
--
-- Returns {'appended', first, last}, {'repeated', first, last}, {'fingerprint'}, {'conflict', version, hash},
-- {'displaced'} or {'damaged', reason}.

local call, pcall = redis.call, redis.pcall
local events, head, commands, seeds, feed, directory, staging, marker, snapshot, checkpoints = unpack(KEYS)
local command, former, fingerprint, token, count, ends = ARGV[1], ARGV[2], ARGV[3], ARGV[4], tonumber(ARGV[5]), ARGV[6]
local new_hash, status, commitment, tenant, encounter = ARGV[7], ARGV[8], ARGV[9], ARGV[10], ARGV[11]
local signature, first_record = ARGV[12], 14 + 2 * tonumber(ARGV[13])
local last = count + #ARGV - first_record + 1
local first = last > count and count + 1 or 1

local found = call('HMGET', head, 'version', 'hash')
local known = call('HGET', commands, command)
local batches = call('XLEN', feed)
call('HLEN', seeds)
call('ZCARD', directory)

if not known and former ~= '' then
    -- Under the earlier form another caller may have sent another request: only the same one counts.
    local before = call('HGET', commands, former)
    known = before and string.match(before, '^%d+ %d+ (.*)$') == fingerprint and before
end
if known then
    local began, ended, of = string.match(known, '^(%d+) (%d+) (.*)$')
    if of ~= fingerprint then
        return {'fingerprint'}
    end
    -- Rewrite the current value: WAIT and WAITAOF cover only the writes of this connection.
    call('HSET', head, 'version', found[1])
    return {'repeated', tonumber(began), tonumber(ended)}
end
if found[1] then
    return {'conflict', tonumber(found[1]), found[2] or ''}
end
if call('EXISTS', events, commands, seeds) > 0 then
    return {'damaged', 'it has no head, but other keys exist'}
end
if call('GET', marker) ~= token or call('XLEN', staging) ~= count then
    return {'displaced'}
end

local entries = 0
for ended in string.gmatch(ends .. (last > count and ' ' .. last or ''), '%d+') do
    local began = entries == 0 and 1 or entries
    local pointer = tenant .. ' ' .. encounter .. ' ' .. began .. ' ' .. ended
    batches = batches + 1
    local entry = pcall('XADD', feed, batches .. '-0', 'e', pointer)
    if entry.err then  -- only the first entry can fail, and it is the first write
        return {'damaged', 'the feed of its partition has lost entries: ' .. entry.err}
    end
    entries = tonumber(ended) + 1
end

call('PERSIST', staging)
call('RENAME', staging, events)
call('DEL', marker, snapshot, checkpoints)
for record = first_record, #ARGV do
    call('XADD', events, count + record - first_record + 1 .. '-0', 'e', ARGV[record])
end
call('HSET', head, 'version', last, 'hash', new_hash, 'status', status, 'commitment', commitment)
if last == count then
    call('HSET', head, 'restored', signature)
end
call('HSET', commands, command, first .. ' ' .. last .. ' ' .. fingerprint)
for seed = 14, first_record - 1, 2 do
    call('HSET', seeds, ARGV[seed], ARGV[seed + 1])
end
call('ZADD', directory, 0, encounter)
return {'appended', first, last}
