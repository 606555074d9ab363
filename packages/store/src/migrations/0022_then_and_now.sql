-- Then and now (docs/detection.md, rule 11). A stored verdict is the one by the 24 hours before the front. By the 24 hours
-- on both sides of it, a reader chooses between the verdicts by what the record of the actor may say. Each is a text of
-- four words, `-` for null: confidence, reason, basis, intent. Rows that were stored before this migration have none: what
-- was said of them then holds.
ALTER TABLE sandwiches
    ADD COLUMN IF NOT EXISTS if_unknown LowCardinality(String)
        COMMENT 'verdict if the record makes its actor neither a known bot nor a scalper; empty: stored by an earlier version'
        AFTER is_aimed,
    ADD COLUMN IF NOT EXISTS if_known_bot LowCardinality(String)
        COMMENT 'verdict if the record makes its actor a known bot; empty: the record decides nothing' AFTER if_unknown,
    ADD COLUMN IF NOT EXISTS if_scalper LowCardinality(String)
        COMMENT 'verdict if the record makes its actor a scalper; empty: the record decides nothing' AFTER if_known_bot,
    ADD COLUMN IF NOT EXISTS harmed_count UInt32 DEFAULT victim_count
        COMMENT 'victims that lost something, or may have: those of a counted sandwich' AFTER victim_count;

ALTER TABLE sandwich_feed
    ADD COLUMN IF NOT EXISTS if_unknown LowCardinality(String) AFTER gain_mint,
    ADD COLUMN IF NOT EXISTS if_known_bot LowCardinality(String) AFTER if_unknown,
    ADD COLUMN IF NOT EXISTS if_scalper LowCardinality(String) AFTER if_known_bot;

ALTER TABLE sandwich_feed_source MODIFY QUERY
SELECT
    first_slot, bracket_id, revision, is_deleted, last_slot, block_time, is_final, confidence, reason, link, link_address,
    basis, attackers, private_program, pool, back_pool, program_id, dex_name, mint_in, mint_out, quantity_ratio, gross,
    net, cost, victim_count, attempt_count, victim_loss, intent, evidence, swaps_before, swaps_after, transactions_before,
    transactions_after, gain_mint, if_unknown, if_known_bot, if_scalper, detected_at
FROM sandwiches;

ALTER TABLE sandwich_legs
    ADD COLUMN IF NOT EXISTS may_count Bool DEFAULT confidence != 'suspected'
        COMMENT 'its sandwich counts by some record of its actor' AFTER confidence;

ALTER TABLE sandwich_legs_by_trader
    ADD COLUMN IF NOT EXISTS may_count Bool DEFAULT confidence != 'suspected' AFTER confidence;

-- The records of actors: one row per round trip (a sandwich in one pool that sold what it bought, to 1 %, whatever its
-- confidence) and address of its entity: wallets, the token account that linked two, a private program.
CREATE TABLE IF NOT EXISTS actor_trips
(
    address     FixedString(32),
    first_slot  UInt64 COMMENT 'with bracket_id the key of its sandwich' CODEC(Delta, ZSTD),
    bracket_id  String,
    last_slot   UInt64 COMMENT 'its hour of the record is last_slot / 9000' CODEC(Delta, ZSTD),
    pool        FixedString(32),
    gained      Bool COMMENT 'net > 0, or gross where there is no net',
    aimed       Bool COMMENT 'half of a limit was used, or the victim is unusually large',
    revision    UInt32 COMMENT 'of its sandwich',
    is_deleted  UInt8,
    inserted_at DateTime('UTC') DEFAULT now() CODEC(Delta, ZSTD)
)
ENGINE = {{engine: ReplacingMergeTree(revision, is_deleted)}}
PARTITION BY intDiv(first_slot, 1048576)
ORDER BY (address, first_slot, bracket_id)
TTL inserted_at + INTERVAL 35 DAY
SETTINGS index_granularity = 512, ttl_only_drop_parts = 1;

-- What is stored already.
INSERT INTO actor_trips (address, first_slot, bracket_id, last_slot, pool, gained, aimed, revision, is_deleted, inserted_at)
SELECT
    arrayJoin(arrayDistinct(arrayConcat(
        attackers, [toFixedString(CAST(tryBase58Decode(toLowCardinality(link_address)) AS String), 32)],
        if(private_program IS NULL, [], [assumeNotNull(private_program)])))),
    first_slot, bracket_id, last_slot, pool, ifNull(net, gross) > 0, is_aimed, revision, 0, inserted_at
FROM sandwiches FINAL
WHERE pool = back_pool AND abs(quantity_ratio - 1) <= 0.01;

-- The record of each address by hour of slots (9,000 of them): SELECT * FROM actor_records WHERE hour = ….
CREATE OR REPLACE VIEW actor_records AS
SELECT
    base58Encode(key) AS address, hour, trips, gained, aimed, pools
FROM
(
    SELECT
        address AS key, intDiv(last_slot, 9000) AS hour, count() AS trips, countIf(t.gained) AS gained, countIf(t.aimed) AS aimed,
        uniqExact(pool) AS pools
    FROM actor_trips AS t FINAL
    GROUP BY key, hour
);

-- What the record on both sides says of the actors of the sandwiches that touch a range, where it says something. Its
-- thresholds are those of packages/sandwich (options.ts). A sandwich is no evidence about itself: of each hour four pools
-- are kept, one more than a decision needs, so that its own may be taken away.
CREATE OR REPLACE VIEW sandwich_standings AS
WITH
    -- As many trips as a record needs to say something: few addresses have them.
    actors AS
    (
        SELECT address
        FROM actor_trips
        WHERE first_slot + 225040 >= {from_slot:UInt64} AND first_slot <= {to_slot:UInt64} + 225000
        GROUP BY address
        HAVING count() >= 5
    ),
    asked AS
    (
        SELECT
            bracket_id, first_slot,
            arrayJoin(arrayDistinct(arrayConcat(
                attackers, [toFixedString(CAST(tryBase58Decode(toLowCardinality(link_address)) AS String), 32)],
                if(private_program IS NULL, [], [assumeNotNull(private_program)])))) AS address,
            toInt64(intDiv(first_slot, 9000)) AS hour, pool AS own_pool,
            toUInt8(pool = back_pool AND abs(quantity_ratio - 1) <= 0.01) AS own_trip,
            toUInt8(own_trip AND ifNull(net, gross) > 0) AS own_gain, toUInt8(own_trip AND is_aimed) AS own_aim
        FROM sandwiches FINAL
        WHERE first_slot <= {to_slot:UInt64} AND last_slot >= {from_slot:UInt64} AND if_known_bot != ''
    ),
    hours AS
    (
        SELECT
            address, hour, sum(pool_trips) AS trips, sum(pool_gains) AS gains, sum(pool_aims) AS aims,
            groupArray(4)((pool, pool_trips)) AS some_pools
        FROM
        (
            SELECT
                address, toInt64(intDiv(last_slot, 9000)) AS hour, pool, count() AS pool_trips,
                countIf(gained) AS pool_gains, countIf(aimed) AS pool_aims
            FROM actor_trips FINAL
            WHERE first_slot + 225040 >= {from_slot:UInt64} AND first_slot <= {to_slot:UInt64} + 225000
                AND address IN actors
            GROUP BY address, hour, pool
            UNION ALL
            -- A front may be in an hour in which its actor made no trip.
            SELECT DISTINCT address, hour, toFixedString('', 32), 0, 0, 0
            FROM asked
            WHERE address IN actors
        )
        GROUP BY address, hour
    ),
    days AS
    (
        SELECT
            address, hour, toInt64(sum(trips) OVER day_around) AS day_trips, toInt64(sum(gains) OVER day_around) AS day_gains,
            toInt64(sum(aims) OVER day_around) AS day_aims,
            sumMap(arrayMap(p -> p.1, some_pools), arrayMap(p -> p.2, some_pools)) OVER day_around AS day_pools
        FROM (SELECT address, hour, trips, gains, aims, arrayFilter(p -> p.2 > 0, some_pools) AS some_pools FROM hours)
        WINDOW day_around AS (PARTITION BY address ORDER BY hour RANGE BETWEEN 24 PRECEDING AND 24 FOLLOWING)
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
        length(day_pools.1) - (own_trip AND day_pools.2[indexOf(day_pools.1, own_pool)] = 1) AS other_pools
    FROM asked
    INNER JOIN days USING (address, hour)
    WHERE day_trips >= 5
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
    WHERE first_slot <= {to_slot:UInt64} AND last_slot >= {from_slot:UInt64}
) AS s
LEFT JOIN sandwich_standings(from_slot = {from_slot:UInt64}, to_slot = {to_slot:UInt64}) AS r
    ON r.first_slot = s.first_slot AND r.bracket_id = s.bracket_id;

CREATE OR REPLACE VIEW sandwiches_text AS
SELECT
    bracket_id, first_slot, last_slot, block_time, is_final, confidence, confidence_then, is_counted, reason, reason_then,
    link, link_address, basis, basis_then, base58Encode(n.attacker) AS attacker,
    arrayMap(a -> base58Encode(a), n.attackers) AS attackers,
    if(n.private_program IS NULL, NULL, base58Encode(assumeNotNull(n.private_program))) AS private_program,
    base58Encode(n.pool) AS pool, base58Encode(n.back_pool) AS back_pool, base58Encode(n.program_id) AS program_id, dex_name,
    base58Encode(n.mint_in) AS mint_in, base58Encode(n.mint_out) AS mint_out, quantity_ratio,
    base58Encode(n.gain_mint) AS gain_mint, gross, net, cost, intent, intent_then, evidence, swaps_before, swaps_after,
    transactions_before, transactions_after, is_passing, is_aimed, replay_residual, front_count, back_count, victim_count,
    attempt_count, victim_loss, revision, detected_at
FROM sandwiches_now(from_slot = 0, to_slot = 9007199254740991) AS n;

-- Legs with the confidence of their sandwich as of now. Victims who lost nothing are none of a counted sandwich.
CREATE OR REPLACE VIEW sandwich_legs_text AS
SELECT
    l.slot AS slot, l.block_index AS block_index, l.outer_index AS outer_index, l.inner_index AS inner_index,
    l.part_index AS part_index, l.role AS role, l.bracket_id AS bracket_id, l.first_slot AS first_slot,
    l.last_slot AS last_slot,
    if(n.revision = 0, l.confidence, n.confidence) AS confidence, l.confidence AS confidence_then,
    l.is_final AS is_final, base58Encode(l.pool) AS pool, l.dex_name AS dex_name, base58Encode(l.trader) AS trader,
    base58Encode(l.signer) AS signer, base58Encode(l.signature) AS signature, l.poh_tick AS poh_tick,
    l.block_time AS block_time,
    if(l.mint_in IS NULL, NULL, base58Encode(assumeNotNull(l.mint_in))) AS mint_in,
    if(l.mint_out IS NULL, NULL, base58Encode(assumeNotNull(l.mint_out))) AS mint_out,
    l.trader_in AS trader_in, l.trader_out AS trader_out, l.loss_amount AS loss_amount, l.loss_method AS loss_method,
    l.slippage_use AS slippage_use, l.limit_age AS limit_age
FROM (SELECT * FROM sandwich_legs FINAL) AS l
LEFT JOIN
(
    SELECT first_slot, bracket_id, confidence, revision
    FROM sandwiches_now(from_slot = 0, to_slot = 9007199254740991)
) AS n ON n.first_slot = l.first_slot AND n.bracket_id = l.bracket_id;

-- Victims' swaps, each once: of sandwiches that count as of now.
CREATE OR REPLACE VIEW sandwich_victims AS
SELECT
    slot, block_index, outer_index, inner_index, part_index,
    any(block_time) AS block_time, any(dex_name) AS dex_name, any(pool) AS pool, any(trader) AS trader,
    multiIf(
        any(mint_in) = toFixedString(base58Decode('So11111111111111111111111111111111111111112'), 32), any(trader_in),
        any(mint_out) = toFixedString(base58Decode('So11111111111111111111111111111111111111112'), 32), any(trader_out),
        0
    ) AS lamports
FROM sandwich_legs FINAL
WHERE role = 'victim' AND may_count AND ifNull(loss_amount, 1) > 0 AND slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
    AND (first_slot, bracket_id) IN
    (
        SELECT first_slot, bracket_id
        FROM sandwiches_now(from_slot = {from_slot:UInt64}, to_slot = {to_slot:UInt64})
        WHERE is_counted
    )
GROUP BY slot, block_index, outer_index, inner_index, part_index;

-- By attacker, the trader of a sandwich's first frontrun leg; sandwiches that count as of now and whose last leg is in the
-- range. profit_lamports is the sum over sandwiches with the gain in SOL, after fees and tips; null if it is known for none
-- of them. in_sol counts these.
CREATE OR REPLACE VIEW sandwich_attackers AS
SELECT
    base58Encode(attacker) AS attacker, count() AS sandwiches, sum(victim_count) AS victims, uniqExact(pool) AS pools,
    countIf(confidence = 'exact') AS exact,
    countIf(gain_mint = toFixedString(base58Decode('So11111111111111111111111111111111111111112'), 32)) AS in_sol,
    sumIf(net, gain_mint = toFixedString(base58Decode('So11111111111111111111111111111111111111112'), 32) AND net IS NOT NULL)
        AS profit_lamports,
    min(first_slot) AS earliest_slot, max(last_slot) AS latest_slot
FROM sandwiches_now(from_slot = {from_slot:UInt64}, to_slot = {to_slot:UInt64})
WHERE is_counted AND last_slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
GROUP BY attacker
ORDER BY sandwiches DESC, attacker;
