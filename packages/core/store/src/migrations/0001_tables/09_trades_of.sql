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

-- SELECT * FROM trader_swaps(trader = '…', from_slot = …, to_slot = …): what a wallet traded, in order.
CREATE OR REPLACE VIEW trader_swaps AS
SELECT
    slot, block_index, outer_index, inner_index, poh_tick, block_time, base58Encode(signature) AS signature, success,
    base58Encode(pool) AS pool, dex_name,
    if(mint_in IS NULL, NULL, base58Encode(assumeNotNull(mint_in))) AS mint_in,
    if(mint_out IS NULL, NULL, base58Encode(assumeNotNull(mint_out))) AS mint_out, trader_in, trader_out
FROM swaps_by_trader FINAL
WHERE trader = toFixedString(base58Decode({trader:String}), 32) AND slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
ORDER BY slot, block_index, outer_index, inner_index, part_index;

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
