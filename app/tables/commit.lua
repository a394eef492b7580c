-- One accepted command: compare the number, remember the id, append, move the deadline, tell. All or nothing.
-- A table's first entry is the same with an expected number of 0; a rematch writes two entries, the second of
-- them the first of the next game.
--
-- KEYS  deadlines lobby outbox, ids of the game before, then 4 for each entry (log meta ids current), then the
--   seat lists
-- ARGV  entries, 1 when who commits hears bells itself, then 14 for each entry:
--   ref id:game | game | code | bell channel | expected | by | id | command | due in ms or '' | status | lobby row,
--   '' to leave it, '-' to remove it | 1 to put the game in the outbox | joined (how many seat lists) | parted
-- Answers {1, number, time, due} per first entry, {0, number} for a repeated id, {-1, number now} when stale.

local FIELDS = 14
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local entries = tonumber(ARGV[1])
local alone = ARGV[2] == '1'
local lists = 4 + 4 * entries
local answer

for n = 0, entries - 1 do
  local log, meta, ids, current = unpack(KEYS, 5 + 4 * n, 8 + 4 * n)
  local ref, game, code, bell, expected, by, id, command, due_in, status, row, ends, joined, parted =
    unpack(ARGV, 3 + FIELDS * n, 2 + FIELDS * (n + 1))
  local table_id = string.sub(ref, 1, -(#game + 2))

  if n == 0 then
    local known = redis.call('HGET', ids, by .. ':' .. id)
    -- What a person sent before a rematch and sends again is done once too. The table's own ids are a game's.
    if not known and by ~= '' and game ~= '1' then known = redis.call('HGET', KEYS[4], by .. ':' .. id) end
    if known then return {0, tonumber(known)} end
    local seq = tonumber(redis.call('HGET', meta, 'seq') or '0')
    if seq ~= tonumber(expected) then return {-1, seq} end
  end

  local seq = tonumber(expected) + 1
  local due = ''
  if due_in ~= '' then due = now + tonumber(due_in) end
  redis.call('XADD', log, seq .. '-0', 'at', now, 'by', by, 'id', id, 'c', command, 'due', due)
  redis.call('HSET', meta, 'seq', seq, 'status', status)
  redis.call('HSET', ids, by .. ':' .. id, seq)
  if seq == 1 then
    redis.call('SET', current, game)
  end
  if due == '' then redis.call('ZREM', KEYS[1], ref) else redis.call('ZADD', KEYS[1], due, ref) end
  if row == '-' then redis.call('HDEL', KEYS[2], table_id)
  elseif row ~= '' then redis.call('HSET', KEYS[2], table_id, row) end
  if ends == '1' then redis.call('XADD', KEYS[3], '*', 'ref', ref, 'code', code) end
  for _ = 1, tonumber(joined) do
    lists = lists + 1
    redis.call('SADD', KEYS[lists], table_id)
  end
  for _ = 1, tonumber(parted) do
    lists = lists + 1
    redis.call('SREM', KEYS[lists], table_id)
  end
  -- Who commits knows; when nobody else listens there is nobody to tell.
  if not (alone and redis.call('PUBSUB', 'NUMSUB', bell)[2] == 1) then
    local head = table.concat({ref, seq, now, due == '' and '-' or due, #by, #id}, ' ')
    redis.call('PUBLISH', bell, head .. ' ' .. by .. id .. command)
  end
  if n == 0 then answer = {1, seq, now, due == '' and -1 or due} end
end
return answer
