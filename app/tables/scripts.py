"""The store's scripts besides `commit.lua`. Each touches one slot."""

__all__ = ["BEAT", "DUE", "HURRY", "REARM", "RETIRE"]

_NOW = """
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
"""

DUE = (
    _NOW
    + """
-- KEYS deadlines; ARGV limit, lease. Answers now, then ref and due time in turn.
local passed = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'WITHSCORES', 'LIMIT', 0, ARGV[1])
for i = 1, #passed, 2 do redis.call('ZADD', KEYS[1], now + ARGV[2], passed[i]) end
return {now, unpack(passed)}
"""
)

REARM = """
-- KEYS meta, deadlines; ARGV expected number, due, ref
if redis.call('HGET', KEYS[1], 'seq') ~= ARGV[1] then return 0 end
redis.call('ZADD', KEYS[2], 'XX', ARGV[2], ARGV[3])
return 1
"""

BEAT = (
    _NOW
    + """
-- KEYS beat, outages; ARGV gap, kept. Answers start and end of an outage that this beat ends.
local last = tonumber(redis.call('GET', KEYS[1]) or now)
redis.call('SET', KEYS[1], now)
if now - last <= tonumber(ARGV[1]) then return {} end
redis.call('ZADD', KEYS[2], now, last .. ' ' .. now)
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now - ARGV[2])
return {last, now}
"""
)

HURRY = (
    _NOW
    + """
-- KEYS deadlines: all of them are due now.
local later = redis.call('ZRANGEBYSCORE', KEYS[1], now, '+inf')
for _, ref in ipairs(later) do redis.call('ZADD', KEYS[1], now, ref) end
return #later
"""
)

RETIRE = """
-- KEYS current, log, meta, ids, and what the table keeps over its games; ARGV game, seconds.
-- Answers 1 when this game is the table's last: then everything goes.
for i = 2, 4 do redis.call('EXPIRE', KEYS[i], ARGV[2]) end
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('EXPIRE', KEYS[1], ARGV[2])
for i = 5, #KEYS do redis.call('EXPIRE', KEYS[i], ARGV[2]) end
return 1
"""
