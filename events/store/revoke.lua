#!lua
-- Record a token as revoked until it expires. The record never expires before any other one: readers poll for records
-- after the latest expiry that they know, and would miss an earlier one if the clock of Redis were set back.
--
-- KEYS  revoked tokens
-- ARGV  token, seconds until it expires
--
-- Returns the Unix time at which the record expires.

local call = redis.call
local now = tonumber(call('TIME')[1])
local latest = call('ZRANGE', KEYS[1], -1, -1, 'WITHSCORES')[2]
local until_ = math.max(now + tonumber(ARGV[2]), tonumber(latest or 0))
call('ZADD', KEYS[1], string.format('%.0f', until_), ARGV[1])
call('ZREMRANGEBYSCORE', KEYS[1], 0, now)
call('EXPIREAT', KEYS[1], string.format('%.0f', until_))
return until_
