-- The attackers of a range, each with its place in three orders: those that are among the first of one of them. By the trader
-- of the first frontrun leg, so that each sandwich counts once; sandwiches that count as of now, by the slot of that leg. Reads
-- the range of `sandwiches`, so the answer is kept (renewed.ts).
WITH toFixedString(base58Decode('So11111111111111111111111111111111111111112'), 32) AS sol_mint
SELECT
    base58Encode(attacker), sandwiches, exact, victims, pools, toString(net_gain), unvalued, toString(costs), earliest, latest,
    by_gain, by_sandwiches, by_victims, total
FROM
(
    SELECT
        *, count() OVER () AS total,
        row_number() OVER (ORDER BY net_gain DESC NULLS LAST, sandwiches DESC, attacker) AS by_gain,
        row_number() OVER (ORDER BY sandwiches DESC, attacker) AS by_sandwiches,
        row_number() OVER (ORDER BY victims DESC, sandwiches DESC, attacker) AS by_victims
    FROM
    (
        SELECT
            attacker, count() AS sandwiches, countIf(confidence = 'exact') AS exact, sum(victim_count) AS victims,
            uniqExact(pool) AS pools, sumOrNullIf(net, gain_mint = sol_mint AND net IS NOT NULL) AS net_gain,
            countIf(gain_mint != sol_mint OR net IS NULL) AS unvalued, sum(ifNull(cost, 0)) AS costs,
            min(first_slot) AS earliest, max(last_slot) AS latest
        FROM sandwiches_now(from_slot = {from_slot:UInt64}, to_slot = {to_slot:UInt64})
        WHERE is_counted AND first_slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
        GROUP BY attacker
    )
)
WHERE least(by_gain, by_sandwiches, by_victims) <= {most:UInt32}
