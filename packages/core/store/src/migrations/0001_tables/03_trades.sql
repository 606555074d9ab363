-- One row per swap instruction of a successful transaction, and per decoded attempt of a failed one (success = 0,
-- amounts 0: it moved nothing). Ordered by pool, to answer "what happened in this pool". Amounts are in the mint's
-- smallest unit, lamports for native SOL.
CREATE TABLE IF NOT EXISTS swaps
(
    pool                FixedString(32) COMMENT 'account of the pool' CODEC(ZSTD),
    slot                UInt64 COMMENT 'slot of the block' CODEC(Delta, ZSTD),
    block_index         UInt32 COMMENT 'index of the transaction in its block: with the slot, the real order' CODEC(ZSTD),
    outer_index         UInt16 COMMENT 'outer instruction' CODEC(ZSTD),
    inner_index         Int16 COMMENT 'among its inner instructions; -1: the outer one itself' CODEC(ZSTD),
    part_index          UInt8 COMMENT 'pool of an instruction that swaps through several' CODEC(ZSTD),
    poh_tick            Nullable(UInt64) COMMENT 'null: entries not known' CODEC(Delta, ZSTD),
    block_time          Nullable(DateTime('UTC')) COMMENT 'time of the block as the cluster states it, in seconds, null: not known' CODEC(ZSTD),
    success             Bool COMMENT 'the transaction succeeded',
    program_id          LowCardinality(FixedString(32)) COMMENT 'program that was called',
    dex_name            LowCardinality(String) COMMENT 'name of the DEX, empty: unknown',
    pool_kind           Enum8('constant_product' = 1, 'bonding_curve' = 2, 'concentrated' = 3, 'bins' = 4, 'order_book' = 5, 'proprietary' = 6, 'stable' = 7, 'aggregator' = 8) COMMENT 'how the pool makes its price',
    mint_in             Nullable(FixedString(32)) COMMENT 'what the trader paid with; null: an attempt that does not show it' CODEC(ZSTD),
    mint_out            Nullable(FixedString(32)) COMMENT 'token that the trader received, null: not known' CODEC(ZSTD),
    mints               Array(FixedString(32)) COMMENT 'of an attempt: the mints it named, in no order' CODEC(ZSTD),
    pool_in             UInt64 COMMENT 'what the vault or the curve gained' CODEC(ZSTD),
    pool_out            UInt64 COMMENT 'what the vault or the curve lost' CODEC(ZSTD),
    trader_in           UInt64 COMMENT 'what the trader paid, all fees included' CODEC(ZSTD),
    trader_out          UInt64 COMMENT 'what the trader got, after all fees' CODEC(ZSTD),
    trader              FixedString(32) COMMENT 'the authority if it signed, else the fee payer' CODEC(ZSTD),
    authority           FixedString(32) COMMENT 'account that moved the tokens that were paid' CODEC(ZSTD),
    authority_signed    Bool COMMENT 'the authority signed the transaction',
    signer              FixedString(32) COMMENT 'pays the fee' CODEC(ZSTD),
    other_signers       Array(FixedString(32)) COMMENT 'signers beside the fee payer' CODEC(ZSTD),
    source_account      Nullable(FixedString(32)) COMMENT 'token account that paid; null: native SOL' CODEC(ZSTD),
    source_owner        Nullable(FixedString(32)) COMMENT 'owner of the account that was paid from, null: not known' CODEC(ZSTD),
    source_before       Nullable(UInt64) COMMENT 'balance before and after the whole transaction' CODEC(ZSTD),
    source_after        Nullable(UInt64) COMMENT 'its balance after the transaction, null: not known' CODEC(ZSTD),
    destination_account Nullable(FixedString(32)) COMMENT 'token account that received, null: not known' CODEC(ZSTD),
    destination_owner   Nullable(FixedString(32)) COMMENT 'owner of the account that received, null: not known' CODEC(ZSTD),
    destination_before  Nullable(UInt64) COMMENT 'its balance before the transaction, null: not known' CODEC(ZSTD),
    destination_after   Nullable(UInt64) COMMENT 'its balance after the transaction, null: not known' CODEC(ZSTD),
    vault_in            Nullable(FixedString(32)) COMMENT 'null: an attempt' CODEC(ZSTD),
    vault_out           Nullable(FixedString(32)) COMMENT 'vault of the pool that paid out, null: not known' CODEC(ZSTD),
    outer_program       LowCardinality(FixedString(32)) COMMENT 'equal to program_id where it was called directly',
    fee                 UInt64 COMMENT 'lamports, of the transaction' CODEC(ZSTD),
    priority_fee        Nullable(UInt64) COMMENT 'lamports beyond 5,000 a signature' CODEC(ZSTD),
    compute_unit_price  Nullable(UInt64) COMMENT 'micro-lamports; null: not set' CODEC(ZSTD),
    jito_tip            Nullable(UInt64) COMMENT 'lamports' CODEC(ZSTD),
    least_out           Nullable(UInt64) COMMENT 'limit of the pool\'s instruction, of mint_out: less fails; 0 and 1 limit nothing; null: not of this kind, or none' CODEC(ZSTD),
    most_in             Nullable(UInt64) COMMENT 'limit of the pool\'s instruction, of mint_in: more fails; null as for least_out' CODEC(ZSTD),
    route_program       LowCardinality(Nullable(FixedString(32))) COMMENT 'the outermost aggregator around the swap, if its instruction has a limit',
    route_inner_index   Nullable(Int16) COMMENT 'the aggregator\'s instruction among the inner ones of outer_index; -1: the outer one itself; null: no route_program' CODEC(ZSTD),
    route_mint          Nullable(FixedString(32)) COMMENT 'mint of the limit of the whole route; null: the transaction does not show it' CODEC(ZSTD),
    route_least_out     Nullable(UInt64) COMMENT 'limit of the whole route, of what it pays out' CODEC(ZSTD),
    route_most_in       Nullable(UInt64) COMMENT 'limit of the whole route, of what it takes in' CODEC(ZSTD),
    route_quoted        Nullable(UInt64) COMMENT 'what the route promised before slippage: out with route_least_out, in with route_most_in; null: not stated' CODEC(ZSTD),
    route_moved         Nullable(UInt64) COMMENT 'what the signers got (route_least_out) or paid (route_most_in) of route_mint, after the aggregator\'s fees; null: not shown' CODEC(ZSTD),
    inferred            Bool COMMENT 'no layout describes the instruction; found by what moved',
    curve_falls         Bool COMMENT 'the swap pays the pool\'s first token, so that its price falls; false without curve_after',
    curve_before        Nullable(Float64) COMMENT 'root of the price of the first token in the second, in smallest units; in pools of bins the bin; null: not stated' CODEC(ZSTD),
    curve_after         Nullable(Float64) COMMENT 'the same after the swap; null: no event' CODEC(ZSTD),
    curve_liquidity     Nullable(Float64) COMMENT 'liquidity at the price after the swap; null: not stated' CODEC(ZSTD),
    curve_fee_in        Nullable(UInt64) COMMENT 'part of pool_in that did not move the price; null: not stated' CODEC(ZSTD),
    curve_fee_out       Nullable(UInt64) COMMENT 'what the pool kept of its output, beside pool_out; null: not stated' CODEC(ZSTD),
    version             UInt8 COMMENT 'quality of this version of the block, the best one wins',
    inserted_at         DateTime('UTC') DEFAULT now() COMMENT 'when the row was written' CODEC(Delta, ZSTD),
    INDEX slots_of_granule slot TYPE minmax GRANULARITY 1
)
ENGINE = {{engine: ReplacingMergeTree(version)}}
PARTITION BY intDiv(slot, 262144)
ORDER BY (pool, slot, block_index, outer_index, inner_index, part_index)
TTL inserted_at + INTERVAL 35 DAY
SETTINGS
    ttl_only_drop_parts = 1,
    index_granularity = 1024,
    min_parts_to_merge_at_once = 10,
    merge_selector_base = 10,
    min_age_to_force_merge_seconds = 3600,
    min_age_to_force_merge_on_partition_only = 1
COMMENT 'one row per swap or failed attempt in a pool';

-- The same swaps and attempts, ordered by trader, to answer "what did this wallet trade". Has the columns that a list of
-- trades shows; the others are in `swaps`, found by pool and slot.
CREATE TABLE IF NOT EXISTS swaps_by_trader
(
    trader      FixedString(32) COMMENT 'wallet whose balances the swap changed' CODEC(ZSTD),
    slot        UInt64 COMMENT 'slot of the block' CODEC(Delta, ZSTD),
    block_index UInt32 COMMENT 'index of the transaction in its block: with the slot, the real order' CODEC(ZSTD),
    outer_index UInt16 COMMENT 'index of the outer instruction' CODEC(ZSTD),
    inner_index Int16 COMMENT 'index of the inner instruction under it, -1: the outer one itself' CODEC(ZSTD),
    part_index  UInt8 COMMENT 'index of the part, where one instruction has several' CODEC(ZSTD),
    poh_tick    Nullable(UInt64) COMMENT 'ticks before the transaction, by PoH, null: entries not known' CODEC(Delta, ZSTD),
    block_time  Nullable(DateTime('UTC')) COMMENT 'time of the block as the cluster states it, in seconds, null: not known' CODEC(ZSTD),
    signature   FixedString(64) COMMENT 'first signature of the transaction: its id' CODEC(ZSTD),
    success     Bool COMMENT 'the transaction succeeded',
    pool        FixedString(32) COMMENT 'account of the pool' CODEC(ZSTD),
    program_id  LowCardinality(FixedString(32)) COMMENT 'program that was called',
    dex_name    LowCardinality(String) COMMENT 'name of the DEX, empty: unknown',
    mint_in     Nullable(FixedString(32)) COMMENT 'token that the trader paid, null: not known' CODEC(ZSTD),
    mint_out    Nullable(FixedString(32)) COMMENT 'token that the trader received, null: not known' CODEC(ZSTD),
    trader_in   UInt64 COMMENT 'what the trader paid, in the smallest unit of mint_in' CODEC(ZSTD),
    trader_out  UInt64 COMMENT 'what the trader received, in the smallest unit of mint_out' CODEC(ZSTD),
    version     UInt8 COMMENT 'quality of this version of the block, the best one wins',
    inserted_at DateTime('UTC') DEFAULT now() COMMENT 'when the row was written' CODEC(Delta, ZSTD)
)
ENGINE = {{engine: ReplacingMergeTree(version)}}
PARTITION BY intDiv(slot, 1048576)
ORDER BY (trader, slot, block_index, outer_index, inner_index, part_index)
TTL inserted_at + INTERVAL 35 DAY
SETTINGS
    index_granularity = 1024,
    ttl_only_drop_parts = 1,
    min_parts_to_merge_at_once = 10,
    merge_selector_base = 10,
    min_age_to_force_merge_seconds = 3600,
    min_age_to_force_merge_on_partition_only = 1
COMMENT 'swaps in the order of traders';

-- One row per transfer or change of owner outside swaps, of mints swapped in the same block: what links wallets.
CREATE TABLE IF NOT EXISTS token_links
(
    mint             FixedString(32) COMMENT 'mint of the token' CODEC(ZSTD),
    slot             UInt64 COMMENT 'slot of the block' CODEC(Delta, ZSTD),
    block_index      UInt32 COMMENT 'index of the transaction in its block: with the slot, the real order' CODEC(ZSTD),
    outer_index      UInt16 COMMENT 'index of the outer instruction' CODEC(ZSTD),
    inner_index      Int16 COMMENT 'index of the inner instruction under it, -1: the outer one itself' CODEC(ZSTD),
    part_index       UInt8 COMMENT 'index of the part, where one instruction has several' CODEC(ZSTD),
    kind             Enum8('transfer' = 1, 'set_authority' = 2) COMMENT 'what links the two owners',
    from_account     FixedString(32) COMMENT 'token account that sent, null: not known' CODEC(ZSTD),
    from_owner       Nullable(FixedString(32)) COMMENT 'its owner, null: not known' CODEC(ZSTD),
    to_account       FixedString(32) COMMENT 'the same account for set_authority' CODEC(ZSTD),
    to_owner         Nullable(FixedString(32)) COMMENT 'owner of the account that received, null: not known' CODEC(ZSTD),
    amount           Nullable(UInt64) COMMENT 'for set_authority what the account held' CODEC(ZSTD),
    authority        FixedString(32) COMMENT 'who authorised it; 32 zero bytes: from_owner (token_links_text resolves it)' CODEC(ZSTD),
    authority_signed Bool COMMENT 'the authority signed the transaction',
    version          UInt8 COMMENT 'quality of this version of the block, the best one wins',
    inserted_at      DateTime('UTC') DEFAULT now() COMMENT 'when the row was written' CODEC(Delta, ZSTD),
    INDEX slots_of_granule slot TYPE minmax GRANULARITY 1
)
ENGINE = {{engine: ReplacingMergeTree(version)}}
PARTITION BY intDiv(slot, 262144)
ORDER BY (mint, slot, block_index, outer_index, inner_index, part_index)
TTL inserted_at + INTERVAL 35 DAY
SETTINGS
    ttl_only_drop_parts = 1,
    index_granularity = 2048,
    min_parts_to_merge_at_once = 10,
    merge_selector_base = 10,
    min_age_to_force_merge_seconds = 3600,
    min_age_to_force_merge_on_partition_only = 1
COMMENT 'transfers and changes of owner outside swaps, of every mint; of blocks whose slots.version is below 8 only of mints swapped in the same block';

-- One row per pool made, liquidity added or removed, or fees taken.
CREATE TABLE IF NOT EXISTS pool_events
(
    pool          FixedString(32) COMMENT 'account of the pool' CODEC(ZSTD),
    slot          UInt64 COMMENT 'slot of the block' CODEC(Delta, ZSTD),
    block_index   UInt32 COMMENT 'index of the transaction in its block: with the slot, the real order' CODEC(ZSTD),
    outer_index   UInt16 COMMENT 'index of the outer instruction' CODEC(ZSTD),
    inner_index   Int16 COMMENT 'index of the inner instruction under it, -1: the outer one itself' CODEC(ZSTD),
    part_index    UInt8 COMMENT 'index of the part, where one instruction has several' CODEC(ZSTD),
    block_time    Nullable(DateTime('UTC')) COMMENT 'time of the block as the cluster states it, in seconds, null: not known' CODEC(ZSTD),
    signature     FixedString(64) COMMENT 'first signature of the transaction: its id' CODEC(NONE),
    kind          Enum8('created' = 1, 'liquidity_added' = 2, 'liquidity_removed' = 3, 'fees_collected' = 4) COMMENT 'what kind of event it is',
    program_id    LowCardinality(FixedString(32)) COMMENT 'program that was called',
    dex_name      LowCardinality(String) COMMENT 'name of the DEX, empty: unknown',
    pool_kind     Enum8('constant_product' = 1, 'bonding_curve' = 2, 'concentrated' = 3, 'bins' = 4, 'order_book' = 5, 'proprietary' = 6, 'stable' = 7, 'aggregator' = 8) COMMENT 'how the pool makes its price',
    amounts       Array(Tuple(mint FixedString(32), amount UInt64)) COMMENT 'what the pool gained (created, added) or lost',
    actor         FixedString(32) COMMENT 'wallet that changed the liquidity' CODEC(ZSTD),
    signer        FixedString(32) COMMENT 'fee payer of the transaction' CODEC(ZSTD),
    other_signers Array(FixedString(32)) COMMENT 'signers beside the fee payer' CODEC(ZSTD),
    version       UInt8 COMMENT 'quality of this version of the block, the best one wins',
    inserted_at   DateTime('UTC') DEFAULT now() COMMENT 'when the row was written' CODEC(Delta, ZSTD),
    INDEX slots_of_granule slot TYPE minmax GRANULARITY 1
)
ENGINE = {{engine: ReplacingMergeTree(version)}}
PARTITION BY intDiv(slot, 1048576)
ORDER BY (pool, slot, block_index, outer_index, inner_index, part_index)
TTL inserted_at + INTERVAL 35 DAY
SETTINGS
    index_granularity = 2048,
    ttl_only_drop_parts = 1,
    min_age_to_force_merge_seconds = 3600,
    min_age_to_force_merge_on_partition_only = 1
COMMENT 'changes of liquidity of pools, and their creation and migration';

-- One row per trade with a market maker's own accounts, at a price that the maker quoted: there is no pool. Ordered by
-- taker, to answer "what did this wallet trade".
CREATE TABLE IF NOT EXISTS fills
(
    taker               FixedString(32) COMMENT 'wallet that took the fill' CODEC(ZSTD),
    slot                UInt64 COMMENT 'slot of the block' CODEC(Delta, ZSTD),
    block_index         UInt32 COMMENT 'index of the transaction in its block: with the slot, the real order' CODEC(ZSTD),
    outer_index         UInt16 COMMENT 'index of the outer instruction' CODEC(ZSTD),
    inner_index         Int16 COMMENT 'index of the inner instruction under it, -1: the outer one itself' CODEC(ZSTD),
    part_index          UInt8 COMMENT 'index of the part, where one instruction has several' CODEC(ZSTD),
    poh_tick            Nullable(UInt64) COMMENT 'null: entries not known' CODEC(Delta, ZSTD),
    block_time          Nullable(DateTime('UTC')) COMMENT 'time of the block as the cluster states it, in seconds, null: not known' CODEC(ZSTD),
    signature           FixedString(64) COMMENT 'first signature of the transaction: its id' CODEC(NONE),
    program_id          LowCardinality(FixedString(32)) COMMENT 'program that was called',
    dex_name            LowCardinality(String) COMMENT 'name of the DEX, empty: unknown',
    taker_signed        Bool COMMENT 'the taker signed the transaction',
    market              Nullable(FixedString(32)) COMMENT 'the order book, of an order that filled as it was placed: no tokens moved; null: a maker\'s quote' CODEC(ZSTD),
    maker               FixedString(32) COMMENT 'owner of the accounts, or of the order, that the taker traded with' CODEC(ZSTD),
    mint_in             FixedString(32) COMMENT 'what the taker paid with' CODEC(ZSTD),
    mint_out            FixedString(32) COMMENT 'token that the trader received, null: not known' CODEC(ZSTD),
    maker_in            UInt64 COMMENT 'what the maker gained of mint_in' CODEC(ZSTD),
    maker_out           UInt64 COMMENT 'what the maker lost of mint_out' CODEC(ZSTD),
    taker_in            UInt64 COMMENT 'what the taker paid, all fees included' CODEC(ZSTD),
    taker_out           UInt64 COMMENT 'what the taker got, after all fees' CODEC(ZSTD),
    source_account      Nullable(FixedString(32)) COMMENT 'the taker\'s account that paid; null: native SOL, or on an order book' CODEC(ZSTD),
    source_owner        Nullable(FixedString(32)) COMMENT 'owner of the account that was paid from, null: not known' CODEC(ZSTD),
    source_before       Nullable(UInt64) COMMENT 'balance before and after the whole transaction' CODEC(ZSTD),
    source_after        Nullable(UInt64) COMMENT 'its balance after the transaction, null: not known' CODEC(ZSTD),
    destination_account Nullable(FixedString(32)) COMMENT 'token account that received, null: not known' CODEC(ZSTD),
    destination_owner   Nullable(FixedString(32)) COMMENT 'owner of the account that received, null: not known' CODEC(ZSTD),
    destination_before  Nullable(UInt64) COMMENT 'its balance before the transaction, null: not known' CODEC(ZSTD),
    destination_after   Nullable(UInt64) COMMENT 'its balance after the transaction, null: not known' CODEC(ZSTD),
    outer_program       LowCardinality(FixedString(32)) COMMENT 'equal to program_id where it was called directly',
    signer              FixedString(32) COMMENT 'pays the fee' CODEC(ZSTD),
    other_signers       Array(FixedString(32)) COMMENT 'signers beside the fee payer' CODEC(ZSTD),
    fee                 UInt64 COMMENT 'lamports, of the transaction' CODEC(ZSTD),
    priority_fee        Nullable(UInt64) COMMENT 'lamports beyond 5,000 a signature' CODEC(ZSTD),
    compute_unit_price  Nullable(UInt64) COMMENT 'micro-lamports; null: not set' CODEC(ZSTD),
    jito_tip            Nullable(UInt64) COMMENT 'lamports' CODEC(ZSTD),
    version             UInt8 COMMENT 'quality of this version of the block, the best one wins',
    inserted_at         DateTime('UTC') DEFAULT now() COMMENT 'when the row was written' CODEC(Delta, ZSTD),
    INDEX slots_of_granule slot TYPE minmax GRANULARITY 1
)
ENGINE = {{engine: ReplacingMergeTree(version)}}
PARTITION BY intDiv(slot, 1048576)
ORDER BY (taker, slot, block_index, outer_index, inner_index, part_index)
TTL inserted_at + INTERVAL 35 DAY
SETTINGS ttl_only_drop_parts = 1, index_granularity = 2048
COMMENT 'fills of order books and RFQ programs, where no pool is the other side';

-- One row per payment of earlier fees back to a wallet.
CREATE TABLE IF NOT EXISTS rebates
(
    wallet      FixedString(32) COMMENT 'wallet that got it' CODEC(ZSTD),
    slot        UInt64 COMMENT 'slot of the block' CODEC(Delta, ZSTD),
    block_index UInt32 COMMENT 'index of the transaction in its block: with the slot, the real order' CODEC(ZSTD),
    outer_index UInt16 COMMENT 'index of the outer instruction' CODEC(ZSTD),
    inner_index Int16 COMMENT 'index of the inner instruction under it, -1: the outer one itself' CODEC(ZSTD),
    part_index  UInt8 COMMENT 'index of the part, where one instruction has several' CODEC(ZSTD),
    block_time  Nullable(DateTime('UTC')) COMMENT 'time of the block as the cluster states it, in seconds, null: not known' CODEC(ZSTD),
    signature   FixedString(64) COMMENT 'first signature of the transaction: its id' CODEC(NONE),
    program_id  LowCardinality(FixedString(32)) COMMENT 'who paid it',
    dex_name    LowCardinality(String) COMMENT 'name of the DEX, empty: unknown',
    mint        FixedString(32) COMMENT 'mint of the token' CODEC(ZSTD),
    amount      UInt64 COMMENT 'amount in the smallest unit' CODEC(ZSTD),
    version     UInt8 COMMENT 'quality of this version of the block, the best one wins',
    inserted_at DateTime('UTC') DEFAULT now() COMMENT 'when the row was written' CODEC(Delta, ZSTD),
    INDEX slots_of_granule slot TYPE minmax GRANULARITY 1
)
ENGINE = {{engine: ReplacingMergeTree(version)}}
PARTITION BY intDiv(slot, 1048576)
ORDER BY (wallet, slot, block_index, outer_index, inner_index, part_index)
TTL inserted_at + INTERVAL 35 DAY
SETTINGS ttl_only_drop_parts = 1, index_granularity = 2048
COMMENT 'one row per payment of earlier fees back to a wallet';

-- One row per transaction and tip account that it paid, of successful transactions, also of those that do nothing else.
-- A tip is a system transfer, outer or inner, to an account that is listed for the slot: by this build, or in `tip_accounts`.
CREATE TABLE IF NOT EXISTS tips
(
    slot        UInt64 COMMENT 'slot of the block' CODEC(Delta, ZSTD),
    block_index UInt32 COMMENT 'index of the transaction in its block: with the slot, the real order' CODEC(Delta, ZSTD),
    account     LowCardinality(FixedString(32)) COMMENT 'tip account that was paid',
    service     LowCardinality(String) COMMENT 'landing service, or terminal, that takes tips there',
    lamports    Nullable(UInt64) COMMENT 'null: the account is named, and what it got is not known' CODEC(ZSTD),
    signer      FixedString(32) COMMENT 'pays the fee' CODEC(ZSTD),
    fee         Nullable(UInt64) COMMENT 'lamports, of the transaction' CODEC(ZSTD),
    is_alone    Bool COMMENT 'the transaction makes no trade: no swap, no fill',
    version     UInt8 COMMENT 'quality of this version of the block, the best one wins',
    inserted_at DateTime('UTC') DEFAULT now() COMMENT 'when the row was written' CODEC(Delta, ZSTD)
)
ENGINE = {{engine: ReplacingMergeTree(version)}}
PARTITION BY intDiv(slot, 1048576)
ORDER BY (slot, block_index, account)
TTL inserted_at + INTERVAL 35 DAY
SETTINGS
    ttl_only_drop_parts = 1,
    index_granularity = 1024,
    min_parts_to_merge_at_once = 10,
    merge_selector_base = 10,
    min_age_to_force_merge_seconds = 3600,
    min_age_to_force_merge_on_partition_only = 1
COMMENT 'tips to landing services, by transaction and account';

-- One row per call that no layout describes and in which one mint was exchanged for another. New programs, and new
-- instructions of known ones, appear here first. Those that are inferred are in `swaps` too, at the same position.
CREATE TABLE IF NOT EXISTS unknown_frames
(
    program_id  LowCardinality(FixedString(32)) COMMENT 'program that was called',
    slot        UInt64 COMMENT 'slot of the block' CODEC(Delta, ZSTD),
    block_index UInt32 COMMENT 'index of the transaction in its block: with the slot, the real order' CODEC(ZSTD),
    outer_index UInt16 COMMENT 'index of the outer instruction' CODEC(ZSTD),
    inner_index Int16 COMMENT 'index of the inner instruction under it, -1: the outer one itself' CODEC(ZSTD),
    part_index  UInt8 COMMENT 'index of the part, where one instruction has several' CODEC(ZSTD),
    block_time  Nullable(DateTime('UTC')) COMMENT 'time of the block as the cluster states it, in seconds, null: not known' CODEC(ZSTD),
    signature   FixedString(64) COMMENT 'first signature of the transaction: its id' CODEC(NONE),
    first_byte  Nullable(UInt8) COMMENT 'of the instruction\'s data; null: it has none' CODEC(ZSTD),
    is_inferred Bool COMMENT 'false: both sides signed, more than two mints moved, the trading side is unknown, no pool took part, or the source left something out',
    version     UInt8 COMMENT 'quality of this version of the block, the best one wins',
    inserted_at DateTime('UTC') DEFAULT now() COMMENT 'when the row was written' CODEC(Delta, ZSTD),
    INDEX slots_of_granule slot TYPE minmax GRANULARITY 1
)
ENGINE = {{engine: ReplacingMergeTree(version)}}
PARTITION BY intDiv(slot, 1048576)
ORDER BY (program_id, slot, block_index, outer_index, inner_index, part_index)
TTL inserted_at + INTERVAL 35 DAY
SETTINGS
    ttl_only_drop_parts = 1,
    index_granularity = 2048,
    min_parts_to_merge_at_once = 10,
    merge_selector_base = 10,
    min_age_to_force_merge_seconds = 3600,
    min_age_to_force_merge_on_partition_only = 1
COMMENT 'calls that look like swaps and were not decoded: without a layout, or with something left out';
