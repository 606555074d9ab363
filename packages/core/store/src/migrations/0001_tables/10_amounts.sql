-- How amounts of a mint are written. Anyone may choose the symbol of a token: one that has that of a well-known mint gets
-- none. The list is that of packages/core/dex (labels.ts).
CREATE OR REPLACE VIEW token_units AS
WITH
    [
        ('So11111111111111111111111111111111111111112', 'SOL', 9),
        ('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', 'USDC', 6),
        ('Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB', 'USDT', 6),
        ('2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo', 'PYUSD', 6),
        ('mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So', 'mSOL', 9),
        ('J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn', 'JitoSOL', 9),
        ('bSo13r4TkiE4KumL71LsHTPpL2euBYLFx6h9HP3piy1', 'bSOL', 9),
        ('4k3Dyjzvzp8eMZWUXbBCjEvwSkkk59S5iCNLY3QrkX6R', 'RAY', 6),
        ('JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN', 'JUP', 6),
        ('DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263', 'BONK', 5)
    ] AS known
SELECT
    toFixedString(base58Decode(k.1), 32) AS mint, CAST(k.2 AS Nullable(String)) AS symbol,
    CAST(k.3 AS Nullable(UInt8)) AS decimals
FROM (SELECT arrayJoin(known) AS k)
UNION ALL
SELECT
    mint,
    if(
        has(
            arrayMap(k -> lower(k.2), known),
            lowerUTF8(replaceRegexpAll(normalizeUTF8NFKD(ifNull(symbol, '')), '[^\\p{L}\\p{N}]', ''))
        ),
        NULL, symbol
    ) AS symbol,
    decimals
FROM tokens FINAL
WHERE NOT has(arrayMap(k -> toFixedString(base58Decode(k.1), 32), known), mint);

-- The swaps that succeeded in a range, in whole tokens. sol: the side that is SOL, null: neither is. price: received for
-- one token paid. Amounts of tokens whose decimals are not known are null.
CREATE OR REPLACE VIEW swap_amounts AS
WITH
    mints AS
    (
        SELECT arrayJoin([mint_in, mint_out]) AS mint
        FROM swaps
        WHERE success AND slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
        GROUP BY mint
    ),
    units AS (SELECT mint, symbol, decimals FROM token_units WHERE mint IN mints),
    toFixedString(base58Decode('So11111111111111111111111111111111111111112'), 32) AS sol_mint
SELECT
    s.slot AS slot, s.block_index AS block_index, s.outer_index AS outer_index, s.inner_index AS inner_index,
    s.part_index AS part_index, s.block_time AS block_time, if(t.signature IS NULL, NULL, base58Encode(assumeNotNull(t.signature))) AS signature,
    base58Encode(s.trader) AS trader, base58Encode(s.pool) AS pool, s.dex_name AS dex_name,
    if(s.mint_in IS NULL, NULL, base58Encode(assumeNotNull(s.mint_in))) AS mint_in, i.symbol AS symbol_in,
    s.trader_in / pow(10, i.decimals) AS paid,
    if(s.mint_out IS NULL, NULL, base58Encode(assumeNotNull(s.mint_out))) AS mint_out, o.symbol AS symbol_out,
    s.trader_out / pow(10, o.decimals) AS received,
    multiIf(s.mint_in = sol_mint, s.trader_in / 1e9, s.mint_out = sol_mint, s.trader_out / 1e9, NULL) AS sol,
    if(s.trader_in > 0, received / paid, NULL) AS price, s.inferred AS inferred
FROM
(
    SELECT *
    FROM swaps FINAL
    WHERE success AND slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
) AS s
LEFT ANY JOIN swap_signatures(from_slot = {from_slot:UInt64}, to_slot = {to_slot:UInt64}) AS t
    ON t.slot = s.slot AND t.block_index = s.block_index
LEFT JOIN units AS i ON i.mint = s.mint_in
LEFT JOIN units AS o ON o.mint = s.mint_out
SETTINGS join_use_nulls = 1;

-- The victims of sandwiches that count as of now, each once for every sandwich, in whole tokens. lost_sol: at the rate at
-- which the victim itself traded, null: neither side is SOL. lost_bps: of what it would have received. Where loss_side is
-- paid, lost is what it paid too much, of symbol_in, and lost_bps is of what it paid.
CREATE OR REPLACE VIEW victim_amounts AS
WITH
    victims AS
    (
        SELECT *
        FROM sandwich_legs FINAL
        WHERE role = 'victim' AND ifNull(loss_amount, 1) > 0
            AND slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
    ),
    units AS
    (
        SELECT mint, symbol, decimals
        FROM token_units
        WHERE mint IN (SELECT arrayJoin([mint_in, mint_out]) FROM victims)
    ),
    toFixedString(base58Decode('So11111111111111111111111111111111111111112'), 32) AS sol_mint
SELECT
    v.slot AS slot, v.block_index AS block_index, v.outer_index AS outer_index, v.inner_index AS inner_index,
    v.part_index AS part_index, v.block_time AS block_time, v.bracket_id AS bracket_id, n.confidence AS confidence,
    n.intent AS intent, base58Encode(n.attacker) AS attacker, base58Encode(v.trader) AS wallet,
    base58Encode(v.signature) AS signature, base58Encode(v.pool) AS pool, v.dex_name AS dex_name,
    if(v.mint_in IS NULL, NULL, base58Encode(assumeNotNull(v.mint_in))) AS mint_in, i.symbol AS symbol_in,
    v.trader_in / pow(10, i.decimals) AS paid,
    if(v.mint_out IS NULL, NULL, base58Encode(assumeNotNull(v.mint_out))) AS mint_out, o.symbol AS symbol_out,
    v.trader_out / pow(10, o.decimals) AS received, 
    if(
        v.loss_side = 'paid',
        if(v.trader_out = 0, NULL, toFloat64(v.loss_amount) * v.trader_in / v.trader_out / pow(10, i.decimals)),
        toFloat64(v.loss_amount) / pow(10, o.decimals)
    ) AS lost,
    multiIf(
        v.mint_out = sol_mint, toFloat64(v.loss_amount) / 1e9,
        v.mint_in = sol_mint AND v.trader_out > 0, toFloat64(v.loss_amount) * v.trader_in / v.trader_out / 1e9,
        NULL
    ) AS lost_sol,
    10000 * toFloat64(v.loss_amount) / (if(v.loss_side = 'paid', 0, toFloat64(v.loss_amount)) + v.trader_out) AS lost_bps,
    v.loss_method AS loss_method, v.loss_side AS loss_side, v.slippage_use AS slippage_use
FROM victims AS v
INNER JOIN
(
    SELECT first_slot, bracket_id, confidence, intent, attacker
    FROM sandwiches_now(from_slot = {from_slot:UInt64}, to_slot = {to_slot:UInt64})
    WHERE is_counted
) AS n ON n.first_slot = v.first_slot AND n.bracket_id = v.bracket_id
LEFT JOIN units AS i ON i.mint = v.mint_in
LEFT JOIN units AS o ON o.mint = v.mint_out
SETTINGS join_use_nulls = 1;

-- The sandwiches that touch a range, with the verdict as of now, in whole tokens: gross and net of gain_symbol, lost of
-- symbol_out by the victims that lost. lost_sol: the sum of their losses, each at the rate at which the victim traded,
-- null: neither side is SOL. lost_bps: of what these victims would have received.
CREATE OR REPLACE VIEW sandwich_amounts AS
WITH
    touching AS
    (
        SELECT first_slot, bracket_id, last_slot, mint_in, mint_out, gain_mint
        FROM sandwiches FINAL
        WHERE first_slot <= {to_slot:UInt64} AND last_slot >= {from_slot:UInt64}
    ),
    units AS
    (
        SELECT mint, symbol, decimals
        FROM token_units
        WHERE mint IN (SELECT arrayJoin([mint_in, mint_out, gain_mint]) FROM touching)
    ),
    toFixedString(base58Decode('So11111111111111111111111111111111111111112'), 32) AS sol_mint
SELECT
    n.bracket_id AS bracket_id, n.first_slot AS first_slot, n.last_slot AS last_slot, n.block_time AS block_time,
    n.confidence AS confidence, n.is_counted AS is_counted, n.intent AS intent, base58Encode(n.attacker) AS attacker,
    base58Encode(n.pool) AS pool, n.dex_name AS dex_name, base58Encode(n.mint_in) AS mint_in, i.symbol AS symbol_in,
    base58Encode(n.mint_out) AS mint_out, o.symbol AS symbol_out, g.symbol AS gain_symbol,
    toFloat64(n.gross) / pow(10, g.decimals) AS gross, toFloat64(n.net) / pow(10, g.decimals) AS net,
    n.cost / 1e9 AS cost_sol, n.victim_count AS victim_count, v.lost_raw / pow(10, o.decimals) AS lost,
    v.lost_sol AS lost_sol, v.lost_bps AS lost_bps
FROM sandwiches_now(from_slot = {from_slot:UInt64}, to_slot = {to_slot:UInt64}) AS n
LEFT JOIN
(
    SELECT
        first_slot, bracket_id, sum(toFloat64(loss_amount)) AS lost_raw,
        if(countIf(sol IS NULL) > 0, NULL, sum(sol)) AS lost_sol, 10000 * lost_raw / (lost_raw + sum(trader_out)) AS lost_bps
    FROM
    (
        SELECT
            first_slot, bracket_id, loss_amount, toFloat64(trader_out) AS trader_out,
            multiIf(
                mint_out = sol_mint, toFloat64(loss_amount) / 1e9,
                mint_in = sol_mint AND l.trader_out > 0, toFloat64(loss_amount) * trader_in / l.trader_out / 1e9,
                NULL
            ) AS sol
        FROM sandwich_legs AS l FINAL
        WHERE role = 'victim' AND loss_amount > 0
            AND slot BETWEEN (SELECT min(first_slot) FROM touching) AND (SELECT max(last_slot) FROM touching)
            AND (first_slot, bracket_id) IN (SELECT first_slot, bracket_id FROM touching)
    )
    GROUP BY first_slot, bracket_id
) AS v ON v.first_slot = n.first_slot AND v.bracket_id = n.bracket_id
LEFT JOIN units AS i ON i.mint = n.mint_in
LEFT JOIN units AS o ON o.mint = n.mint_out
LEFT JOIN units AS g ON g.mint = n.gain_mint
SETTINGS join_use_nulls = 1;
