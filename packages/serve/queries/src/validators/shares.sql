-- The stored blocks of a range by their leader and its client, and how many of them have victims of sandwiches that count as of
-- now; the leader is empty where it is not known. Views: the range of `slots`, `leaders`, `sandwich_legs`
-- and `sandwiches`. Seconds for a day, so the answer is kept (renewed.ts).
SELECT
    if(leader = toFixedString('', 32), NULL, base58Encode(leader)), client, toUInt32(count()),
    toUInt32(countIf(victims > 0)), sum(victims), max(slot)
FROM sandwich_blocks(from_slot = {from_slot:UInt64}, to_slot = {to_slot:UInt64})
GROUP BY leader, client
