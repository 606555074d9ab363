-- The standings of the actors of a range of slots, for less work: only the records of its actors are read, by their key, and
-- of `sandwiches` only the range. A sandwich spans 20 slots at most (LIVE_MAX_SPAN of packages/sandwich); 40 are read. The answers are those
-- of migration 22.

-- What the record on both sides says of the actors of the sandwiches that touch a range, where it says something. Its
-- thresholds are those of packages/sandwich (options.ts). A sandwich is no evidence about itself: of each hour four pools
-- are kept, one more than a decision needs, so that its own may be taken away.
CREATE OR REPLACE VIEW sandwich_standings AS
WITH
    asked AS
    (
        SELECT
            bracket_id, first_slot,
            arrayJoin(arrayDistinct(arrayConcat(
                attackers, [toFixedString(CAST(tryBase58Decode(toLowCardinality(link_address)) AS String), 32)],
                if(private_program IS NULL, [], [assumeNotNull(private_program)])))) AS address,
            toInt64(intDiv(first_slot, 9000)) AS hour, cityHash64(pool) AS own_pool,
            toUInt8(pool = back_pool AND abs(quantity_ratio - 1) <= 0.01) AS own_trip,
            toUInt8(own_trip AND ifNull(net, gross) > 0) AS own_gain, toUInt8(own_trip AND is_aimed) AS own_aim
        FROM sandwiches FINAL
        WHERE first_slot >= greatest({from_slot:UInt64}, 40) - 40 AND first_slot <= {to_slot:UInt64}
            AND last_slot >= {from_slot:UInt64} AND if_known_bot != ''
    ),
    hours AS
    (
        SELECT
            address, hour, sum(pool_trips) AS trips, sum(pool_gains) AS gains, sum(pool_aims) AS aims,
            groupArray(4)((pool, pool_trips)) AS some_pools
        FROM
        (
            SELECT
                address, toInt64(intDiv(last_slot, 9000)) AS hour, cityHash64(pool) AS pool, count() AS pool_trips,
                countIf(gained) AS pool_gains, countIf(aimed) AS pool_aims
            FROM actor_trips FINAL
            WHERE address IN (SELECT address FROM asked)
                AND first_slot >= greatest({from_slot:UInt64}, 225080) - 225080
                AND first_slot <= {to_slot:UInt64} + 225000
            GROUP BY address, hour, pool
        )
        GROUP BY address, hour
    ),
    -- By days of hours, so that the day around an hour lies in three of them.
    days AS
    (
        SELECT address, intDiv(hour, 24) AS day, groupArray((hour, trips, gains, aims, some_pools)) AS hours_of_day
        FROM hours
        GROUP BY address, day
    ),
    around AS
    (
        SELECT
            address, hour, toInt64(sum(arraySum(h -> h.2, near))) AS day_trips,
            toInt64(sum(arraySum(h -> h.3, near))) AS day_gains, toInt64(sum(arraySum(h -> h.4, near))) AS day_aims,
            groupArrayArray(arrayFlatten(arrayMap(h -> h.5, near))) AS day_pools
        FROM
        (
            SELECT address, hour, arrayFilter(h -> abs(h.1 - hour) <= 24, hours_of_day) AS near
            FROM
            (
                SELECT DISTINCT address, hour, arrayJoin([intDiv(hour, 24) - 1, intDiv(hour, 24), intDiv(hour, 24) + 1]) AS day
                FROM asked
            ) AS asked_days
            INNER JOIN days USING (address, day)
        )
        GROUP BY address, hour
        HAVING day_trips >= 5
    )
SELECT
    first_slot, bracket_id,
    max(multiIf(
        day_trips - own_trip < 5, 0,
        other_pools >= 3 AND day_gains - own_gain >= 0.7 * (day_trips - own_trip)
            AND day_aims - own_aim >= 0.5 * (day_trips - own_trip), 2,
        day_aims - own_aim <= 0.2 * (day_trips - own_trip), 1,
        0
    )) AS standing
FROM
(
    SELECT
        first_slot, bracket_id, own_trip, own_gain, own_aim, day_trips, day_gains, day_aims,
        length(arrayDistinct(arrayMap(p -> p.1, day_pools)))
            - (own_trip AND arraySum(p -> if(p.1 = own_pool, p.2, 0), day_pools) = 1) AS other_pools
    FROM asked
    INNER JOIN around USING (address, hour)
)
GROUP BY first_slot, bracket_id
HAVING standing > 0;

-- The sandwiches that touch a range, with the verdict as of now and, `_then`, as it is stored.
CREATE OR REPLACE VIEW sandwiches_now AS
WITH
    multiIf(
        r.standing = 2 AND s.if_known_bot != '', s.if_known_bot, r.standing = 1 AND s.if_scalper != '', s.if_scalper,
        s.if_unknown
    ) AS verdict,
    splitByChar(' ', toString(verdict)) AS said,
    if(verdict = '', toString(s.confidence), said[1]) AS now_confidence
SELECT
    s.first_slot AS first_slot, s.bracket_id AS bracket_id, s.last_slot AS last_slot, s.block_time AS block_time,
    s.is_final AS is_final,
    CAST(now_confidence AS Enum8('exact' = 1, 'loose' = 2, 'suspected' = 3)) AS confidence,
    s.confidence AS confidence_then, now_confidence != 'suspected' AS is_counted,
    if(verdict = '', s.reason, nullIf(said[2], '-')) AS reason, s.reason AS reason_then,
    s.link AS link, s.link_address AS link_address,
    if(verdict = '', s.basis, nullIf(said[3], '-')) AS basis, s.basis AS basis_then,
    if(verdict = '', s.intent, said[4]) AS intent, s.intent AS intent_then,
    if(
        verdict = '', s.evidence,
        arrayConcat(
            arrayFilter(sign -> sign != 'known_bot', s.evidence),
            if(r.standing = 2 AND s.if_known_bot != '', ['known_bot'], [])
        )
    ) AS evidence,
    s.attacker AS attacker, s.attackers AS attackers, s.private_program AS private_program, s.pool AS pool,
    s.back_pool AS back_pool, s.program_id AS program_id, s.dex_name AS dex_name, s.mint_in AS mint_in,
    s.mint_out AS mint_out, s.quantity_ratio AS quantity_ratio, s.gain_mint AS gain_mint, s.gross AS gross, s.net AS net,
    s.cost AS cost, s.swaps_before AS swaps_before, s.swaps_after AS swaps_after,
    s.transactions_before AS transactions_before, s.transactions_after AS transactions_after, s.is_passing AS is_passing,
    s.is_aimed AS is_aimed, s.replay_residual AS replay_residual, s.front_count AS front_count, s.back_count AS back_count,
    if(now_confidence = 'suspected', s.victim_count, s.harmed_count) AS victim_count, s.attempt_count AS attempt_count,
    s.victim_loss AS victim_loss, s.revision AS revision, s.detected_at AS detected_at
FROM
(
    SELECT *
    FROM sandwiches FINAL
    WHERE first_slot >= greatest({from_slot:UInt64}, 40) - 40 AND first_slot <= {to_slot:UInt64}
        AND last_slot >= {from_slot:UInt64}
) AS s
LEFT JOIN sandwich_standings(from_slot = {from_slot:UInt64}, to_slot = {to_slot:UInt64}) AS r
    ON r.first_slot = s.first_slot AND r.bracket_id = s.bracket_id;
