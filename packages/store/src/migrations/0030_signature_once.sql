-- Rewrites stored rows. The signature of a swap is stored once in the order of traders instead of in both orders: with 64
-- random bytes a row it was the largest column of `swaps` (docs/adr/0026). Views still answer with it.

-- SELECT * FROM swap_signatures(from_slot = …, to_slot = …): the signatures of a range. Those of slots whose transactions
-- have expired are read from swaps_by_trader, which is ordered by trader: some seconds for each five days of slots.
CREATE OR REPLACE VIEW swap_signatures AS
SELECT slot, block_index, signature
FROM transactions
WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64} AND notEmpty(markets)
UNION ALL
SELECT slot, block_index, signature
FROM swaps_by_trader
WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64} AND (trader, slot, block_index) IN
    (
        SELECT trader, slot, block_index
        FROM swaps
        WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
            AND slot NOT IN (SELECT slot FROM transactions WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64})
    );

-- Filter on slot: the filter reaches the transactions, too, which give the signature. Null where they have expired; there
-- pool_swaps, trader_swaps and swap_amounts still have it.
CREATE OR REPLACE VIEW swaps_text AS
SELECT
    base58Encode(s.pool) AS pool, s.slot AS slot, s.block_index AS block_index, s.outer_index AS outer_index,
    s.inner_index AS inner_index, s.part_index AS part_index, s.poh_tick AS poh_tick, s.block_time AS block_time,
    if(t.signature IS NULL, NULL, base58Encode(assumeNotNull(t.signature))) AS signature, s.success AS success,
    base58Encode(s.program_id) AS program_id, s.dex_name AS dex_name, s.pool_kind AS pool_kind,
    if(s.mint_in IS NULL, NULL, base58Encode(assumeNotNull(s.mint_in))) AS mint_in,
    if(s.mint_out IS NULL, NULL, base58Encode(assumeNotNull(s.mint_out))) AS mint_out,
    arrayMap(m -> base58Encode(m), s.mints) AS mints,
    s.pool_in AS pool_in, s.pool_out AS pool_out, s.trader_in AS trader_in, s.trader_out AS trader_out,
    base58Encode(s.trader) AS trader, base58Encode(s.authority) AS authority, s.authority_signed AS authority_signed,
    base58Encode(s.signer) AS signer, arrayMap(x -> base58Encode(x), s.other_signers) AS other_signers,
    if(s.source_account IS NULL, NULL, base58Encode(assumeNotNull(s.source_account))) AS source_account,
    if(s.destination_account IS NULL, NULL, base58Encode(assumeNotNull(s.destination_account))) AS destination_account,
    s.source_before AS source_before, s.source_after AS source_after, s.destination_before AS destination_before,
    s.destination_after AS destination_after, base58Encode(s.outer_program) AS outer_program, s.fee AS fee,
    s.priority_fee AS priority_fee, s.compute_unit_price AS compute_unit_price, s.jito_tip AS jito_tip,
    s.least_out AS least_out, s.most_in AS most_in,
    if(s.route_program IS NULL, NULL, base58Encode(assumeNotNull(s.route_program))) AS route_program,
    s.route_inner_index AS route_inner_index,
    if(s.route_mint IS NULL, NULL, base58Encode(assumeNotNull(s.route_mint))) AS route_mint,
    s.route_least_out AS route_least_out, s.route_most_in AS route_most_in, s.route_quoted AS route_quoted,
    s.inferred AS inferred, s.curve_falls AS curve_falls, s.curve_before AS curve_before, s.curve_after AS curve_after,
    s.curve_liquidity AS curve_liquidity, s.curve_fee_in AS curve_fee_in, s.curve_fee_out AS curve_fee_out
FROM (SELECT * FROM swaps FINAL) AS s
LEFT ANY JOIN transactions AS t ON t.slot = s.slot AND t.block_index = s.block_index
SETTINGS join_use_nulls = 1;

-- SELECT * FROM pool_swaps(pool = '…', from_slot = …, to_slot = …): what happened in a pool, in order.
CREATE OR REPLACE VIEW pool_swaps AS
SELECT
    s.slot AS slot, s.block_index AS block_index, s.outer_index AS outer_index, s.inner_index AS inner_index,
    s.poh_tick AS poh_tick, s.block_time AS block_time, if(t.signature IS NULL, NULL, base58Encode(assumeNotNull(t.signature))) AS signature, s.success AS success,
    s.dex_name AS dex_name, base58Encode(s.trader) AS trader,
    if(s.mint_in IS NULL, NULL, base58Encode(assumeNotNull(s.mint_in))) AS mint_in,
    if(s.mint_out IS NULL, NULL, base58Encode(assumeNotNull(s.mint_out))) AS mint_out, s.trader_in AS trader_in,
    s.trader_out AS trader_out, s.pool_in AS pool_in, s.pool_out AS pool_out,
    base58Encode(s.outer_program) AS outer_program, s.inferred AS inferred
FROM
(
    SELECT *
    FROM swaps FINAL
    WHERE pool = toFixedString(base58Decode({pool:String}), 32) AND slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
) AS s
LEFT ANY JOIN
(
    SELECT trader, slot, block_index, signature
    FROM swaps_by_trader
    WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64} AND (trader, slot, block_index) IN
        (
            SELECT trader, slot, block_index
            FROM swaps
            WHERE pool = toFixedString(base58Decode({pool:String}), 32)
                AND slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
        )
) AS t ON t.trader = s.trader AND t.slot = s.slot AND t.block_index = s.block_index
ORDER BY s.slot, s.block_index, s.outer_index, s.inner_index, s.part_index
SETTINGS join_use_nulls = 1;

-- SELECT * FROM signer_brackets(from_slot = …, to_slot = …, span = 4): candidates by window functions alone: a wallet's
-- swap a→b and its next swap b→a in the same pool within `span` slots, with an a→b swap of another trader between. No
-- rules of quantity, links, harm or claims. For analysts, and to cross-check the stored sandwiches: each same_signer
-- sandwich of one frontrun and one backrun is among them.
CREATE OR REPLACE VIEW signer_brackets AS
WITH
    counted AS
    (
        SELECT
            pool, slot, block_index, outer_index, inner_index, part_index, trader, mint_in, mint_out, trader_in,
            trader_out,
            countIf(mint_in < mint_out) OVER pool_so_far AS upward,
            countIf(mint_in > mint_out) OVER pool_so_far AS downward
        FROM swaps FINAL
        WHERE success AND slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
        WINDOW pool_so_far AS
        (
            PARTITION BY pool ORDER BY slot, block_index, outer_index, inner_index, part_index
            ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
        )
    ),
    paired AS
    (
        SELECT
            *,
            leadInFrame(slot) OVER next_of_trader AS back_slot,
            leadInFrame(block_index) OVER next_of_trader AS back_block_index,
            leadInFrame(mint_in) OVER next_of_trader AS back_mint_in,
            leadInFrame(trader_in) OVER next_of_trader AS back_in,
            leadInFrame(trader_out) OVER next_of_trader AS back_out,
            leadInFrame(upward) OVER next_of_trader AS back_upward,
            leadInFrame(downward) OVER next_of_trader AS back_downward,
            leadInFrame(1) OVER next_of_trader AS has_back
        FROM counted
        WINDOW next_of_trader AS
        (
            PARTITION BY pool, trader ORDER BY slot, block_index, outer_index, inner_index, part_index
            ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING
        )
    ),
    candidates AS
    (
        SELECT *, if(mint_in < mint_out, back_upward - upward, back_downward - downward) AS swaps_between
        FROM paired
        WHERE has_back = 1 AND back_mint_in = mint_out AND back_slot - slot <= {span:UInt64} AND swaps_between > 0
            AND (slot != back_slot OR block_index != back_block_index)
    )
SELECT
    base58Encode(c.pool) AS pool, base58Encode(c.trader) AS trader, c.slot AS front_slot,
    c.block_index AS front_block_index, if(f.signature IS NULL, NULL, base58Encode(assumeNotNull(f.signature))) AS front_signature, c.back_slot AS back_slot,
    c.back_block_index AS back_block_index, if(b.signature IS NULL, NULL, base58Encode(assumeNotNull(b.signature))) AS back_signature,
    base58Encode(assumeNotNull(c.mint_in)) AS mint_in, base58Encode(assumeNotNull(c.mint_out)) AS mint_out,
    c.back_in / c.trader_out AS quantity_ratio, toInt128(c.back_out) - toInt128(c.trader_in) AS gross,
    c.swaps_between AS swaps_between
FROM candidates AS c
LEFT ANY JOIN swap_signatures(from_slot = {from_slot:UInt64}, to_slot = {to_slot:UInt64}) AS f
    ON f.slot = c.slot AND f.block_index = c.block_index
LEFT ANY JOIN swap_signatures(from_slot = {from_slot:UInt64}, to_slot = {to_slot:UInt64}) AS b
    ON b.slot = c.back_slot AND b.block_index = c.back_block_index
SETTINGS join_use_nulls = 1;

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

ALTER TABLE swaps DROP COLUMN IF EXISTS signature;
