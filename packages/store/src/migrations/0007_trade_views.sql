-- Trades and sandwiches in base58. Filter on slot; for one pool or wallet use the parameterised views, whose filters
-- use the keys.
CREATE OR REPLACE VIEW transactions_text AS
SELECT
    slot, block_index, entry_index, tx_index, poh_tick, poh_tick - slot * 64 AS tick_in_slot, block_time,
    base58Encode(signature) AS signature, arrayMap(s -> base58Encode(s), other_signatures) AS other_signatures,
    base58Encode(signer) AS signer, arrayMap(s -> base58Encode(s), other_signers) AS other_signers,
    tx_version, is_vote, success, error, fee, priority_fee, compute_unit_price, compute_unit_limit, compute_units,
    cost_units, jito_tip, sol_change,
    arrayMap(c -> (base58Encode(c.mint), c.decimals, c.amount), token_changes)::Array(Tuple(mint String, decimals UInt8, amount Int128)) AS token_changes,
    accounts_read_count, accounts_written_count,
    arrayMap(m -> (base58Encode(m.pool), base58Encode(m.program_id), arrayMap(x -> base58Encode(x), m.mints)), markets)::Array(Tuple(pool String, program_id String, mints Array(String))) AS markets
FROM transactions FINAL;

CREATE OR REPLACE VIEW swaps_text AS
SELECT
    base58Encode(pool) AS pool, slot, block_index, outer_index, inner_index, part_index, poh_tick, block_time,
    base58Encode(signature) AS signature, success, base58Encode(program_id) AS program_id, dex_name, pool_kind,
    if(mint_in IS NULL, NULL, base58Encode(assumeNotNull(mint_in))) AS mint_in,
    if(mint_out IS NULL, NULL, base58Encode(assumeNotNull(mint_out))) AS mint_out,
    arrayMap(m -> base58Encode(m), mints) AS mints,
    pool_in, pool_out, trader_in, trader_out, base58Encode(trader) AS trader, base58Encode(authority) AS authority,
    authority_signed, base58Encode(signer) AS signer, arrayMap(s -> base58Encode(s), other_signers) AS other_signers,
    if(source_account IS NULL, NULL, base58Encode(assumeNotNull(source_account))) AS source_account,
    if(destination_account IS NULL, NULL, base58Encode(assumeNotNull(destination_account))) AS destination_account,
    source_before, source_after, destination_before, destination_after,
    base58Encode(outer_program) AS outer_program, fee, priority_fee, compute_unit_price, jito_tip
FROM swaps FINAL;

CREATE OR REPLACE VIEW token_links_text AS
SELECT
    base58Encode(mint) AS mint, slot, block_index, outer_index, inner_index, part_index, kind,
    base58Encode(from_account) AS from_account,
    if(from_owner IS NULL, NULL, base58Encode(assumeNotNull(from_owner))) AS from_owner,
    base58Encode(to_account) AS to_account, if(to_owner IS NULL, NULL, base58Encode(assumeNotNull(to_owner))) AS to_owner,
    amount, base58Encode(authority) AS authority, authority_signed
FROM token_links FINAL;

CREATE OR REPLACE VIEW pool_events_text AS
SELECT
    base58Encode(pool) AS pool, slot, block_index, outer_index, inner_index, part_index, block_time,
    base58Encode(signature) AS signature, kind, base58Encode(program_id) AS program_id, dex_name, pool_kind,
    arrayMap(a -> (base58Encode(a.mint), a.amount), amounts)::Array(Tuple(mint String, amount UInt64)) AS amounts,
    base58Encode(actor) AS actor, base58Encode(signer) AS signer
FROM pool_events FINAL;

CREATE OR REPLACE VIEW sandwiches_text AS
SELECT
    bracket_id, first_slot, last_slot, block_time, is_final, confidence, confidence != 'suspected' AS is_counted, reason,
    link, link_address, basis, base58Encode(attacker) AS attacker, arrayMap(a -> base58Encode(a), attackers) AS attackers,
    if(private_program IS NULL, NULL, base58Encode(assumeNotNull(private_program))) AS private_program,
    base58Encode(pool) AS pool, base58Encode(back_pool) AS back_pool, base58Encode(program_id) AS program_id, dex_name,
    base58Encode(mint_in) AS mint_in, base58Encode(mint_out) AS mint_out, quantity_ratio, gross, net, cost,
    replay_residual, front_count, back_count, victim_count, attempt_count, victim_loss, revision, detected_at
FROM sandwiches FINAL;

CREATE OR REPLACE VIEW sandwich_legs_text AS
SELECT
    slot, block_index, outer_index, inner_index, part_index, role, bracket_id, first_slot, last_slot, confidence,
    is_final, base58Encode(pool) AS pool, dex_name, base58Encode(trader) AS trader, base58Encode(signer) AS signer,
    base58Encode(signature) AS signature, poh_tick, block_time,
    if(mint_in IS NULL, NULL, base58Encode(assumeNotNull(mint_in))) AS mint_in,
    if(mint_out IS NULL, NULL, base58Encode(assumeNotNull(mint_out))) AS mint_out,
    trader_in, trader_out, loss_amount, loss_method
FROM sandwich_legs FINAL;

-- SELECT * FROM pool_swaps(pool = '…', from_slot = …, to_slot = …): what happened in a pool, in order.
CREATE OR REPLACE VIEW pool_swaps AS
SELECT
    slot, block_index, outer_index, inner_index, poh_tick, block_time, base58Encode(signature) AS signature, success,
    dex_name, base58Encode(trader) AS trader,
    if(mint_in IS NULL, NULL, base58Encode(assumeNotNull(mint_in))) AS mint_in,
    if(mint_out IS NULL, NULL, base58Encode(assumeNotNull(mint_out))) AS mint_out, trader_in, trader_out, pool_in,
    pool_out, base58Encode(outer_program) AS outer_program
FROM swaps FINAL
WHERE pool = toFixedString(base58Decode({pool:String}), 32) AND slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
ORDER BY slot, block_index, outer_index, inner_index, part_index;

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
            trader_out, signature,
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
            leadInFrame(signature) OVER next_of_trader AS back_signature,
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
    )
SELECT
    base58Encode(pool) AS pool, base58Encode(trader) AS trader, slot AS front_slot, block_index AS front_block_index,
    base58Encode(signature) AS front_signature, back_slot, back_block_index,
    base58Encode(back_signature) AS back_signature, base58Encode(assumeNotNull(mint_in)) AS mint_in,
    base58Encode(assumeNotNull(mint_out)) AS mint_out, back_in / trader_out AS quantity_ratio,
    toInt128(back_out) - toInt128(trader_in) AS gross,
    if(paired.mint_in < paired.mint_out, back_upward - upward, back_downward - downward) AS swaps_between
FROM paired
WHERE has_back = 1 AND back_mint_in = paired.mint_out AND back_slot - slot <= {span:UInt64} AND swaps_between > 0
    AND (slot != back_slot OR block_index != back_block_index);
