#!lua
-- Append a batch to an encounter, or several that begin it, all or nothing. Redis does not roll back a script that
-- fails halfway, so all checks come before the first write; reading a key by a command of its type also checks the type.
--
-- KEYS  events, head, commands, seed, feed of the partition, directory of the partition
-- ARGV  command ID, its earlier form or '', fingerprint, expected version, expected hash, new hash, status, commitment,
--       tenant, encounter, whether to discard the seeds ('1'), the last version of each batch before the last one
--       separated by spaces, count of seeds, then epoch and seed for each, then the records
--
-- With one key only, write ARGV[1] to it, to find out whether an append would be possible, and return nothing.
--
-- Returns {'appended', first, last}, {'repeated', first, last}, {'fingerprint'}, {'sealed'},
-- {'conflict', version, hash} or {'damaged', reason}.

local call, pcall = redis.call, redis.pcall
if #KEYS == 1 then
    call('SET', KEYS[1], ARGV[1])
    return {}
end
local events, head, commands, seeds, feed, directory = unpack(KEYS)
local command, former, fingerprint, expected, expected_hash = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4]), ARGV[5]
local new_hash, status, commitment, tenant, encounter = ARGV[6], ARGV[7], ARGV[8], ARGV[9], ARGV[10]
local discard, ends, first_record = ARGV[11] == '1', ARGV[12], 14 + 2 * tonumber(ARGV[13])

local found = call('HMGET', head, 'version', 'hash', 'status')
local version, hash = tonumber(found[1] or 0), found[2] or ''
local known = call('HGET', commands, command)
local batches = call('XLEN', feed)
call('HLEN', seeds)
call('ZCARD', directory)
if call('XLEN', events) ~= version or version == 0 and call('EXISTS', commands, seeds) > 0 then
    return {'damaged', 'its head does not match its events'}
end

if not known and former ~= '' then
    -- Under the earlier form another caller may have sent another request: only the same one counts.
    local before = call('HGET', commands, former)
    known = before and string.match(before, '^%d+ %d+ (.*)$') == fingerprint and before
end
if known then
    local first, last, of = string.match(known, '^(%d+) (%d+) (.*)$')
    if of ~= fingerprint then
        return {'fingerprint'}
    end
    -- Rewrite the current value: WAIT and WAITAOF cover only the writes of this connection.
    call('HSET', head, 'version', version)
    return {'repeated', tonumber(first), tonumber(last)}
end

if version ~= expected or version > 0 and hash ~= expected_hash then
    return {'conflict', version, hash}
end
if found[3] == 'sealed' then
    return {'sealed'}
end

-- Set the last ID to its current value, which fails if entries were added by hand; the next IDs are then accepted.
local ready = version > 0 and pcall('XSETID', events, version .. '-0')
if ready and ready.err then
    return {'damaged', 'its events cannot be continued: ' .. ready.err}
end
local first, last = version + 1, version + 1 + #ARGV - first_record
local began = first
for ended in string.gmatch(ends .. ' ' .. last, '%d+') do
    local pointer = tenant .. ' ' .. encounter .. ' ' .. began .. ' ' .. ended
    batches = batches + 1
    local entry = pcall('XADD', feed, batches .. '-0', 'e', pointer)
    if entry.err then  -- only the first entry can fail; it is the last call that can, and the first write
        return {'damaged', 'the feed of its partition has lost entries: ' .. entry.err}
    end
    began = tonumber(ended) + 1
end

for record = first_record, #ARGV do
    call('XADD', events, first + record - first_record .. '-0', 'e', ARGV[record])
end
call('HSET', head, 'version', last, 'hash', new_hash, 'status', status, 'commitment', commitment)
call('HSET', commands, command, first .. ' ' .. last .. ' ' .. fingerprint)
for seed = 14, first_record - 1, 2 do
    call('HSET', seeds, ARGV[seed], ARGV[seed + 1])
end
if discard then
    call('DEL', seeds)
end
if version == 0 then
    call('ZADD', directory, 0, encounter)
end
return {'appended', first, last}
