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
WHERE role = 'victim' AND ifNull(loss_amount, 1) > 0 AND slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
    AND (first_slot, bracket_id) IN
    (
        SELECT first_slot, bracket_id
        FROM sandwiches_now(from_slot = {from_slot:UInt64}, to_slot = {to_slot:UInt64})
        WHERE is_counted
    )
GROUP BY slot, block_index, outer_index, inner_index, part_index;

-- Successful swaps, with their SOL side.
CREATE OR REPLACE VIEW traded_swaps AS
SELECT
    slot, block_time, dex_name, pool,
    multiIf(
        mint_in = toFixedString(base58Decode('So11111111111111111111111111111111111111112'), 32), trader_in,
        mint_out = toFixedString(base58Decode('So11111111111111111111111111111111111111112'), 32), trader_out,
        0
    ) AS lamports
FROM swaps FINAL
WHERE success AND slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64};

-- Each stored slot with its leader: by the schedule, else by whom the fee reward names; and the client that the leader
-- was last seen to run up to that slot, else the earliest known (client and version are one fact; packages/core/reference).
CREATE OR REPLACE VIEW slot_leaders AS
SELECT
    produced.slot AS slot, produced.leader AS leader,
    if(seen.seen_client = '', NULL, seen.seen_client) AS client,
    if(seen.seen_version = '', NULL, seen.seen_version) AS version
FROM
(
    SELECT
        stored.slot AS slot,
        if(scheduled.is_known, scheduled.identity, ifNull(stored.leader, toFixedString('', 32))) AS leader
    FROM
    (
        SELECT slot, any(leader) AS leader
        FROM slots FINAL
        WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64} AND content != 'entries_only'
        GROUP BY slot
    ) AS stored
    LEFT JOIN
    (
        SELECT slot, toFixedString(identity, 32) AS identity, true AS is_known
        FROM leaders FINAL
        WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
    ) AS scheduled ON scheduled.slot = stored.slot
) AS produced
ASOF LEFT JOIN
(
    SELECT
        identity, ifNull(client, '') AS seen_client, ifNull(version, '') AS seen_version,
        if(row_number() OVER (PARTITION BY identity ORDER BY valid_from_slot) = 1, 0, valid_from_slot) AS holds_from
    FROM validators FINAL
    WHERE client IS NOT NULL OR version IS NOT NULL
) AS seen ON seen.identity = produced.leader AND produced.slot >= seen.holds_from;

-- The same slots with the victims' swaps of each block.
CREATE OR REPLACE VIEW sandwich_blocks AS
SELECT led.slot AS slot, led.leader AS leader, led.client AS client, hurt.victims AS victims
FROM slot_leaders(from_slot = {from_slot:UInt64}, to_slot = {to_slot:UInt64}) AS led
LEFT JOIN
(
    SELECT slot, count() AS victims
    FROM sandwich_victims(from_slot = {from_slot:UInt64}, to_slot = {to_slot:UInt64})
    GROUP BY slot
) AS hurt ON hurt.slot = led.slot;

-- By leader, null where it is not known. share: of its blocks in which a victim traded. share_low and share_high bound it
-- (Wilson, z = 4): of a thousand leaders who all do the same, one is outside in fewer than one range of ten. Only above = 1
-- deserves a closer look: the lower bound is above the share of all blocks. It is not a proof: consecutive blocks of a
-- leader are alike, and a leader with more swaps in its blocks has more sandwiches; compare swaps and victims.
CREATE OR REPLACE VIEW sandwich_leaders AS
WITH
    4 AS z,
    traded AS
    (
        SELECT slot, count() AS swaps
        FROM traded_swaps(from_slot = {from_slot:UInt64}, to_slot = {to_slot:UInt64})
        GROUP BY slot
    ),
    names AS
    (
        -- The newest up to the range's end, else the earliest.
        SELECT
            identity,
            argMax(assumeNotNull(name), if(valid_from_slot <= {to_slot:UInt64}, 1, -1) * toInt64(valid_from_slot)) AS latest_name
        FROM validators FINAL
        WHERE name IS NOT NULL
        GROUP BY identity
    )
SELECT
    if(blocks.leader = toFixedString('', 32), NULL, base58Encode(blocks.leader)) AS leader,
    if(any(names.latest_name) = '', NULL, any(names.latest_name)) AS name,
    argMax(blocks.client, blocks.slot) AS client,
    count() AS blocks_produced, sum(traded.swaps) AS swaps, sum(blocks.victims) AS victims,
    countIf(blocks.victims > 0) AS blocks_with_victims,
    blocks_with_victims / blocks_produced AS share,
    (share + z * z / (2 * blocks_produced)
        - z * sqrt(share * (1 - share) / blocks_produced + z * z / (4 * blocks_produced * blocks_produced)))
        / (1 + z * z / blocks_produced) AS share_low,
    (share + z * z / (2 * blocks_produced)
        + z * sqrt(share * (1 - share) / blocks_produced + z * z / (4 * blocks_produced * blocks_produced)))
        / (1 + z * z / blocks_produced) AS share_high,
    sum(blocks_with_victims) OVER () / sum(blocks_produced) OVER () AS share_of_all,
    leader IS NOT NULL AND share_low > share_of_all AS above
FROM sandwich_blocks(from_slot = {from_slot:UInt64}, to_slot = {to_slot:UInt64}) AS blocks
LEFT JOIN traded ON traded.slot = blocks.slot
LEFT JOIN names ON names.identity = blocks.leader
GROUP BY blocks.leader
ORDER BY share_low DESC, leader;

-- By the client that the leader was last seen to run; null where it is not known.
CREATE OR REPLACE VIEW sandwich_clients AS
SELECT
    client, count() AS blocks_produced, uniqExact(leader) AS leaders, sum(blocks.victims) AS victims,
    countIf(blocks.victims > 0) AS blocks_with_victims, blocks_with_victims / blocks_produced AS share
FROM sandwich_blocks(from_slot = {from_slot:UInt64}, to_slot = {to_slot:UInt64}) AS blocks
GROUP BY client
ORDER BY blocks_produced DESC, client;

-- By DEX: victims' swaps and volume, and which share of all swaps and of all volume that is.
CREATE OR REPLACE VIEW sandwich_dexes AS
WITH traded AS
    (
        SELECT dex_name, count() AS swaps, sum(lamports) AS lamports
        FROM traded_swaps(from_slot = {from_slot:UInt64}, to_slot = {to_slot:UInt64})
        GROUP BY dex_name
    )
SELECT
    traded.dex_name AS dex_name, traded.swaps AS swaps, hurt.victims AS victims, victims / swaps AS victim_share,
    traded.lamports AS volume_lamports, hurt.lamports AS sandwiched_lamports,
    if(volume_lamports = 0, NULL, sandwiched_lamports / volume_lamports) AS volume_share
FROM traded
LEFT JOIN
(
    SELECT dex_name, count() AS victims, sum(lamports) AS lamports
    FROM sandwich_victims(from_slot = {from_slot:UInt64}, to_slot = {to_slot:UInt64})
    GROUP BY dex_name
) AS hurt ON hurt.dex_name = traded.dex_name
ORDER BY victims DESC, dex_name;

-- By pool that has victims.
CREATE OR REPLACE VIEW sandwich_pools AS
SELECT
    base58Encode(hurt.pool) AS pool, hurt.dex_name AS dex_name, traded.swaps AS swaps, hurt.victims AS victims,
    victims / swaps AS victim_share, traded.lamports AS volume_lamports, hurt.lamports AS sandwiched_lamports,
    if(volume_lamports = 0, NULL, sandwiched_lamports / volume_lamports) AS volume_share
FROM
(
    SELECT pool, any(dex_name) AS dex_name, count() AS victims, sum(lamports) AS lamports
    FROM sandwich_victims(from_slot = {from_slot:UInt64}, to_slot = {to_slot:UInt64})
    GROUP BY pool
) AS hurt
INNER JOIN
(
    SELECT pool, count() AS swaps, sum(lamports) AS lamports
    FROM traded_swaps(from_slot = {from_slot:UInt64}, to_slot = {to_slot:UInt64})
    GROUP BY pool
) AS traded ON traded.pool = hurt.pool
ORDER BY victims DESC, pool;

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

-- By hour of the block's time; a slot whose time is not known is in the row of hour null.
CREATE OR REPLACE VIEW sandwich_hours AS
WITH traded AS
    (
        SELECT toStartOfHour(block_time) AS hour, count() AS swaps, sum(lamports) AS lamports
        FROM traded_swaps(from_slot = {from_slot:UInt64}, to_slot = {to_slot:UInt64})
        GROUP BY hour
    )
SELECT
    traded.hour AS hour, traded.swaps AS swaps, hurt.victims AS victims, victims / swaps AS victim_share,
    traded.lamports AS volume_lamports, hurt.lamports AS sandwiched_lamports,
    if(volume_lamports = 0, NULL, sandwiched_lamports / volume_lamports) AS volume_share
FROM traded
LEFT JOIN
(
    SELECT toStartOfHour(block_time) AS hour, count() AS victims, sum(lamports) AS lamports
    FROM sandwich_victims(from_slot = {from_slot:UInt64}, to_slot = {to_slot:UInt64})
    GROUP BY hour
) AS hurt ON hurt.hour IS NOT DISTINCT FROM traded.hour
ORDER BY hour;
