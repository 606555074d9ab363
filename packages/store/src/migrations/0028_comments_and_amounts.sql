-- A comment for each table and column that had none: docs/columns.md is made from them.
ALTER TABLE account_heat
    MODIFY COMMENT 'contention of an account over a bucket of slots, of the busiest accounts of each',
    COMMENT COLUMN IF EXISTS account 'the account that is locked',
    COMMENT COLUMN IF EXISTS digest 'of the blocks of the bucket: of other blocks its rows do not count',
    COMMENT COLUMN IF EXISTS inserted_at 'when the row was written';
ALTER TABLE account_heat_buckets
    MODIFY COMMENT 'buckets of slots whose account_heat is complete',
    COMMENT COLUMN IF EXISTS bucket 'number of the bucket: its slots divided by the size of a bucket',
    COMMENT COLUMN IF EXISTS digest 'of the blocks of the bucket: of other blocks its rows do not count',
    COMMENT COLUMN IF EXISTS account_count 'accounts with a row in account_heat',
    COMMENT COLUMN IF EXISTS inserted_at 'when the row was written';
ALTER TABLE account_locks
    MODIFY COMMENT 'one row per transaction and account that it locks',
    COMMENT COLUMN IF EXISTS account 'the account that is locked',
    COMMENT COLUMN IF EXISTS slot 'slot of the block',
    COMMENT COLUMN IF EXISTS block_index 'index of the transaction in its block: with the slot, the real order',
    COMMENT COLUMN IF EXISTS is_write 'true: write lock, false: read lock',
    COMMENT COLUMN IF EXISTS is_signer 'the account signed the transaction',
    COMMENT COLUMN IF EXISTS is_vote 'a simple vote transaction',
    COMMENT COLUMN IF EXISTS is_failed 'the transaction failed',
    COMMENT COLUMN IF EXISTS version 'quality of the copy of the block, the best one wins',
    COMMENT COLUMN IF EXISTS inserted_at 'when the row was written';
ALTER TABLE account_slots
    MODIFY COMMENT 'one row per account and slot: how many transactions locked it, and what they paid',
    COMMENT COLUMN IF EXISTS account 'the account that is locked',
    COMMENT COLUMN IF EXISTS slot 'slot of the locks',
    COMMENT COLUMN IF EXISTS write_count 'transactions that locked it for writing',
    COMMENT COLUMN IF EXISTS last_poh_tick 'tick of the last transaction of the slot that locked it, null: entries not known',
    COMMENT COLUMN IF EXISTS version 'quality of the copy of the block, the best one wins',
    COMMENT COLUMN IF EXISTS inserted_at 'when the row was written';
ALTER TABLE actor_trips
    MODIFY COMMENT 'round trips of an address through a pool, the record which makes a known bot or a scalper',
    COMMENT COLUMN IF EXISTS address 'signer, token account or program of the actor',
    COMMENT COLUMN IF EXISTS bracket_id 'id of the sandwich: position of its first frontrun leg',
    COMMENT COLUMN IF EXISTS pool 'account of the pool',
    COMMENT COLUMN IF EXISTS is_deleted '1: the row takes back an earlier one',
    COMMENT COLUMN IF EXISTS inserted_at 'when the row was written';
ALTER TABLE detected_slots
    MODIFY COMMENT 'stored blocks that detection has run over',
    COMMENT COLUMN IF EXISTS slot 'slot that detection has run over',
    COMMENT COLUMN IF EXISTS detected_at 'when detection wrote it';
ALTER TABLE entries
    MODIFY COMMENT 'one row per entry of a block, ticks included; kept for 8 days',
    COMMENT COLUMN IF EXISTS slot 'slot of the block',
    COMMENT COLUMN IF EXISTS entry_index 'index of the entry in its block',
    COMMENT COLUMN IF EXISTS num_hashes 'PoH hashes since the entry before, in slots those of the whole block',
    COMMENT COLUMN IF EXISTS hash 'PoH hash at the end of the entry',
    COMMENT COLUMN IF EXISTS transaction_count 'transactions, votes included',
    COMMENT COLUMN IF EXISTS is_tick 'an entry without transactions that ends a tick',
    COMMENT COLUMN IF EXISTS version 'quality of the copy of the block, the best one wins',
    COMMENT COLUMN IF EXISTS inserted_at 'when the row was written';
ALTER TABLE fills
    MODIFY COMMENT 'fills of order books and RFQ programs, where no pool is the other side',
    COMMENT COLUMN IF EXISTS taker 'wallet that took the fill',
    COMMENT COLUMN IF EXISTS slot 'slot of the block',
    COMMENT COLUMN IF EXISTS block_index 'index of the transaction in its block: with the slot, the real order',
    COMMENT COLUMN IF EXISTS outer_index 'index of the outer instruction',
    COMMENT COLUMN IF EXISTS inner_index 'index of the inner instruction under it, -1: the outer one itself',
    COMMENT COLUMN IF EXISTS part_index 'index of the part, where one instruction has several',
    COMMENT COLUMN IF EXISTS block_time 'time of the block as the cluster states it, in seconds, null: not known',
    COMMENT COLUMN IF EXISTS signature 'first signature of the transaction: its id',
    COMMENT COLUMN IF EXISTS program_id 'program that was called',
    COMMENT COLUMN IF EXISTS dex_name 'name of the DEX, empty: unknown',
    COMMENT COLUMN IF EXISTS taker_signed 'the taker signed the transaction',
    COMMENT COLUMN IF EXISTS mint_out 'token that the trader received, null: not known',
    COMMENT COLUMN IF EXISTS source_owner 'owner of the account that was paid from, null: not known',
    COMMENT COLUMN IF EXISTS source_after 'its balance after the transaction, null: not known',
    COMMENT COLUMN IF EXISTS destination_account 'token account that received, null: not known',
    COMMENT COLUMN IF EXISTS destination_owner 'owner of the account that received, null: not known',
    COMMENT COLUMN IF EXISTS destination_before 'its balance before the transaction, null: not known',
    COMMENT COLUMN IF EXISTS destination_after 'its balance after the transaction, null: not known',
    COMMENT COLUMN IF EXISTS other_signers 'signers beside the fee payer',
    COMMENT COLUMN IF EXISTS version 'quality of the copy of the block, the best one wins',
    COMMENT COLUMN IF EXISTS inserted_at 'when the row was written';
ALTER TABLE gaps
    MODIFY COMMENT 'ranges of slots that are missing or incomplete, and what became of them',
    COMMENT COLUMN IF EXISTS from_slot 'first slot of the range',
    COMMENT COLUMN IF EXISTS state 'what became of the gap',
    COMMENT COLUMN IF EXISTS detail 'why it is in that state',
    COMMENT COLUMN IF EXISTS tries 'attempts to repair it',
    COMMENT COLUMN IF EXISTS updated_at 'when its state was last written';
ALTER TABLE labels
    MODIFY COMMENT 'names of addresses: the built-in list, overridden by the file of the operator',
    COMMENT COLUMN IF EXISTS address 'the labelled address in bytes',
    COMMENT COLUMN IF EXISTS label 'name of the address',
    COMMENT COLUMN IF EXISTS tags 'further words for the address',
    COMMENT COLUMN IF EXISTS observed_at 'when this was read';
ALTER TABLE leaders
    MODIFY COMMENT 'the leader schedule, one row per slot',
    COMMENT COLUMN IF EXISTS slot 'slot of the schedule',
    COMMENT COLUMN IF EXISTS identity 'identity key of the validator';
ALTER TABLE migrations
    MODIFY COMMENT 'versions of this schema that were applied',
    COMMENT COLUMN IF EXISTS version 'its number',
    COMMENT COLUMN IF EXISTS name 'name of its file',
    COMMENT COLUMN IF EXISTS applied_at 'when it was applied';
ALTER TABLE pool_events
    MODIFY COMMENT 'changes of liquidity of pools, and their creation and migration',
    COMMENT COLUMN IF EXISTS pool 'account of the pool',
    COMMENT COLUMN IF EXISTS slot 'slot of the block',
    COMMENT COLUMN IF EXISTS block_index 'index of the transaction in its block: with the slot, the real order',
    COMMENT COLUMN IF EXISTS outer_index 'index of the outer instruction',
    COMMENT COLUMN IF EXISTS inner_index 'index of the inner instruction under it, -1: the outer one itself',
    COMMENT COLUMN IF EXISTS part_index 'index of the part, where one instruction has several',
    COMMENT COLUMN IF EXISTS block_time 'time of the block as the cluster states it, in seconds, null: not known',
    COMMENT COLUMN IF EXISTS signature 'first signature of the transaction: its id',
    COMMENT COLUMN IF EXISTS kind 'what kind of event it is',
    COMMENT COLUMN IF EXISTS program_id 'program that was called',
    COMMENT COLUMN IF EXISTS dex_name 'name of the DEX, empty: unknown',
    COMMENT COLUMN IF EXISTS pool_kind 'how the pool makes its price',
    COMMENT COLUMN IF EXISTS actor 'wallet that changed the liquidity',
    COMMENT COLUMN IF EXISTS signer 'fee payer of the transaction',
    COMMENT COLUMN IF EXISTS other_signers 'signers beside the fee payer',
    COMMENT COLUMN IF EXISTS version 'quality of the copy of the block, the best one wins',
    COMMENT COLUMN IF EXISTS inserted_at 'when the row was written';
ALTER TABLE rebates
    MODIFY COMMENT 'one row per payment of earlier fees back to a wallet',
    COMMENT COLUMN IF EXISTS wallet 'wallet that got it',
    COMMENT COLUMN IF EXISTS slot 'slot of the block',
    COMMENT COLUMN IF EXISTS block_index 'index of the transaction in its block: with the slot, the real order',
    COMMENT COLUMN IF EXISTS outer_index 'index of the outer instruction',
    COMMENT COLUMN IF EXISTS inner_index 'index of the inner instruction under it, -1: the outer one itself',
    COMMENT COLUMN IF EXISTS part_index 'index of the part, where one instruction has several',
    COMMENT COLUMN IF EXISTS block_time 'time of the block as the cluster states it, in seconds, null: not known',
    COMMENT COLUMN IF EXISTS signature 'first signature of the transaction: its id',
    COMMENT COLUMN IF EXISTS dex_name 'name of the DEX, empty: unknown',
    COMMENT COLUMN IF EXISTS mint 'mint of the token',
    COMMENT COLUMN IF EXISTS amount 'amount in the smallest unit',
    COMMENT COLUMN IF EXISTS version 'quality of the copy of the block, the best one wins',
    COMMENT COLUMN IF EXISTS inserted_at 'when the row was written';
ALTER TABLE retention
    MODIFY COMMENT 'how many days each kind of data is kept',
    COMMENT COLUMN IF EXISTS days 'days that it is kept',
    COMMENT COLUMN IF EXISTS changed_at 'when this was set';
ALTER TABLE sandwich_feed
    MODIFY COMMENT 'every revision of every sandwich in the order in which it was written: what the live feed reads',
    COMMENT COLUMN IF EXISTS first_slot 'slot of the first frontrun leg',
    COMMENT COLUMN IF EXISTS bracket_id 'id of the sandwich: position of its first frontrun leg',
    COMMENT COLUMN IF EXISTS revision 'a higher one replaces a lower one of the same sandwich',
    COMMENT COLUMN IF EXISTS last_slot 'slot of the last backrun leg',
    COMMENT COLUMN IF EXISTS block_time 'time of the block as the cluster states it, in seconds, null: not known',
    COMMENT COLUMN IF EXISTS is_final 'it no longer changes, unless a slot is repaired',
    COMMENT COLUMN IF EXISTS confidence 'verdict of when it was found: exact and loose count, suspected does not',
    COMMENT COLUMN IF EXISTS reason 'why it is only suspected, null: it counts',
    COMMENT COLUMN IF EXISTS link 'what links frontrun and backrun to one entity',
    COMMENT COLUMN IF EXISTS link_address 'signer, token account or program that links, base58',
    COMMENT COLUMN IF EXISTS basis 'on what matching amounts count as an attack',
    COMMENT COLUMN IF EXISTS attackers 'wallets of the entity, the trader of the first frontrun first',
    COMMENT COLUMN IF EXISTS private_program 'outer program of all legs where it is not a public one',
    COMMENT COLUMN IF EXISTS pool 'account of the pool',
    COMMENT COLUMN IF EXISTS back_pool 'pool of the backrun legs',
    COMMENT COLUMN IF EXISTS program_id 'program that was called',
    COMMENT COLUMN IF EXISTS dex_name 'name of the DEX, empty: unknown',
    COMMENT COLUMN IF EXISTS mint_in 'token that the trader paid, null: not known',
    COMMENT COLUMN IF EXISTS mint_out 'token that the trader received, null: not known',
    COMMENT COLUMN IF EXISTS quantity_ratio 'amount that the backruns sold divided by the amount that the frontruns bought',
    COMMENT COLUMN IF EXISTS gross 'gain of the attacker in the smallest unit of gain_mint',
    COMMENT COLUMN IF EXISTS net 'gross after fees and tips, null: no side is SOL, or a fee is not known',
    COMMENT COLUMN IF EXISTS cost 'fees and tips of the legs in lamports, null: one is not known',
    COMMENT COLUMN IF EXISTS victim_count 'victims between the legs',
    COMMENT COLUMN IF EXISTS attempt_count 'failed attempts of the attacker around the victims',
    COMMENT COLUMN IF EXISTS victim_loss 'what the victims lost together, in the smallest unit of mint_out, null: not computable',
    COMMENT COLUMN IF EXISTS intent 'whether the attacker meant it: proven, likely, unknown',
    COMMENT COLUMN IF EXISTS evidence 'signs for or against intent',
    COMMENT COLUMN IF EXISTS swaps_before 'swaps of the pool between the frontrun and the first victim',
    COMMENT COLUMN IF EXISTS swaps_after 'swaps of the pool between the last victim and the backrun',
    COMMENT COLUMN IF EXISTS transactions_before 'transactions between the frontrun and the first victim, null: in different blocks',
    COMMENT COLUMN IF EXISTS transactions_after 'transactions between the last victim and the backrun, null: in different blocks',
    COMMENT COLUMN IF EXISTS gain_mint 'token of gross and net',
    COMMENT COLUMN IF EXISTS if_unknown 'verdict where the record of the actor says nothing',
    COMMENT COLUMN IF EXISTS if_known_bot 'verdict where the actor is a known bot',
    COMMENT COLUMN IF EXISTS if_scalper 'verdict where the actor is a scalper',
    COMMENT COLUMN IF EXISTS detected_at 'when detection wrote it';
ALTER TABLE sandwich_feed_legs
    MODIFY COMMENT 'legs and victims of the revisions in sandwich_feed',
    COMMENT COLUMN IF EXISTS first_slot 'slot of the first frontrun leg',
    COMMENT COLUMN IF EXISTS bracket_id 'id of the sandwich: position of its first frontrun leg',
    COMMENT COLUMN IF EXISTS revision 'a higher one replaces a lower one of the same sandwich',
    COMMENT COLUMN IF EXISTS slot 'slot of the block',
    COMMENT COLUMN IF EXISTS block_index 'index of the transaction in its block: with the slot, the real order',
    COMMENT COLUMN IF EXISTS outer_index 'index of the outer instruction',
    COMMENT COLUMN IF EXISTS inner_index 'index of the inner instruction under it, -1: the outer one itself',
    COMMENT COLUMN IF EXISTS part_index 'index of the part, where one instruction has several',
    COMMENT COLUMN IF EXISTS role 'part in the sandwich',
    COMMENT COLUMN IF EXISTS is_deleted '1: the row takes back an earlier one',
    COMMENT COLUMN IF EXISTS pool 'account of the pool',
    COMMENT COLUMN IF EXISTS trader 'wallet whose balances the swap changed',
    COMMENT COLUMN IF EXISTS signer 'fee payer of the transaction',
    COMMENT COLUMN IF EXISTS signature 'first signature of the transaction: its id',
    COMMENT COLUMN IF EXISTS poh_tick 'ticks before the transaction, by PoH, null: entries not known',
    COMMENT COLUMN IF EXISTS trader_in 'what the trader paid, in the smallest unit of mint_in',
    COMMENT COLUMN IF EXISTS trader_out 'what the trader received, in the smallest unit of mint_out',
    COMMENT COLUMN IF EXISTS loss_amount 'of a victim: what it would have got more of mint_out, below 0: it gained',
    COMMENT COLUMN IF EXISTS loss_method 'how the loss was computed: replay, front_rate',
    COMMENT COLUMN IF EXISTS slippage_use 'share of the room between price and own limit that the attacker used, 0 to 1',
    COMMENT COLUMN IF EXISTS limit_age 'whether the limit was made before the frontrun',
    COMMENT COLUMN IF EXISTS inserted_at 'when the row was written';
ALTER TABLE sandwich_legs
    MODIFY COMMENT 'one row per swap that is a leg, a failed attempt or a victim of a sandwich',
    COMMENT COLUMN IF EXISTS slot 'slot of the block',
    COMMENT COLUMN IF EXISTS block_index 'index of the transaction in its block: with the slot, the real order',
    COMMENT COLUMN IF EXISTS outer_index 'index of the outer instruction',
    COMMENT COLUMN IF EXISTS inner_index 'index of the inner instruction under it, -1: the outer one itself',
    COMMENT COLUMN IF EXISTS part_index 'index of the part, where one instruction has several',
    COMMENT COLUMN IF EXISTS role 'part in the sandwich',
    COMMENT COLUMN IF EXISTS bracket_id 'id of the sandwich: position of its first frontrun leg',
    COMMENT COLUMN IF EXISTS last_slot 'slot of the last backrun leg',
    COMMENT COLUMN IF EXISTS confidence 'verdict of when it was found: exact and loose count, suspected does not',
    COMMENT COLUMN IF EXISTS is_final 'it no longer changes, unless a slot is repaired',
    COMMENT COLUMN IF EXISTS pool 'account of the pool',
    COMMENT COLUMN IF EXISTS dex_name 'name of the DEX, empty: unknown',
    COMMENT COLUMN IF EXISTS trader 'wallet whose balances the swap changed',
    COMMENT COLUMN IF EXISTS signature 'first signature of the transaction: its id',
    COMMENT COLUMN IF EXISTS block_time 'time of the block as the cluster states it, in seconds, null: not known',
    COMMENT COLUMN IF EXISTS mint_in 'token that the trader paid, null: not known',
    COMMENT COLUMN IF EXISTS mint_out 'token that the trader received, null: not known',
    COMMENT COLUMN IF EXISTS trader_in 'what the trader paid, in the smallest unit of mint_in',
    COMMENT COLUMN IF EXISTS trader_out 'what the trader received, in the smallest unit of mint_out',
    COMMENT COLUMN IF EXISTS revision 'a higher one replaces a lower one of the same sandwich',
    COMMENT COLUMN IF EXISTS is_deleted '1: the row takes back an earlier one',
    COMMENT COLUMN IF EXISTS inserted_at 'when the row was written';
ALTER TABLE sandwich_legs_by_trader
    MODIFY COMMENT 'sandwich_legs in the order of traders',
    COMMENT COLUMN IF EXISTS trader 'wallet whose balances the swap changed',
    COMMENT COLUMN IF EXISTS slot 'slot of the block',
    COMMENT COLUMN IF EXISTS block_index 'index of the transaction in its block: with the slot, the real order',
    COMMENT COLUMN IF EXISTS outer_index 'index of the outer instruction',
    COMMENT COLUMN IF EXISTS inner_index 'index of the inner instruction under it, -1: the outer one itself',
    COMMENT COLUMN IF EXISTS part_index 'index of the part, where one instruction has several',
    COMMENT COLUMN IF EXISTS role 'part in the sandwich',
    COMMENT COLUMN IF EXISTS bracket_id 'id of the sandwich: position of its first frontrun leg',
    COMMENT COLUMN IF EXISTS first_slot 'slot of the first frontrun leg',
    COMMENT COLUMN IF EXISTS last_slot 'slot of the last backrun leg',
    COMMENT COLUMN IF EXISTS confidence 'verdict of when it was found: exact and loose count, suspected does not',
    COMMENT COLUMN IF EXISTS may_count 'its sandwich may count by some record of the actor',
    COMMENT COLUMN IF EXISTS revision 'a higher one replaces a lower one of the same sandwich',
    COMMENT COLUMN IF EXISTS is_deleted '1: the row takes back an earlier one',
    COMMENT COLUMN IF EXISTS inserted_at 'when the row was written';
ALTER TABLE sandwiches
    MODIFY COMMENT 'one row per sandwich, with the verdict of when it was found; sandwiches_now has the one of now',
    COMMENT COLUMN IF EXISTS pool 'account of the pool',
    COMMENT COLUMN IF EXISTS program_id 'program that was called',
    COMMENT COLUMN IF EXISTS dex_name 'name of the DEX, empty: unknown',
    COMMENT COLUMN IF EXISTS front_count 'frontrun legs',
    COMMENT COLUMN IF EXISTS back_count 'backrun legs',
    COMMENT COLUMN IF EXISTS victim_count 'victims between the legs',
    COMMENT COLUMN IF EXISTS attempt_count 'failed attempts of the attacker around the victims',
    COMMENT COLUMN IF EXISTS revision 'a higher one replaces a lower one of the same sandwich',
    COMMENT COLUMN IF EXISTS is_deleted '1: the row takes back an earlier one',
    COMMENT COLUMN IF EXISTS detected_at 'when detection wrote it',
    COMMENT COLUMN IF EXISTS inserted_at 'when the row was written';
ALTER TABLE signatures
    MODIFY COMMENT 'where the transaction of a signature is, by the first bytes of the signature',
    COMMENT COLUMN IF EXISTS signature_prefix 'first 8 bytes of the signature',
    COMMENT COLUMN IF EXISTS slot 'slot of the block',
    COMMENT COLUMN IF EXISTS block_index 'index of the transaction in its block: with the slot, the real order',
    COMMENT COLUMN IF EXISTS inserted_at 'when the row was written';
ALTER TABLE slot_heat
    MODIFY COMMENT 'the accounts of a slot under whose write locks most compute units were used',
    COMMENT COLUMN IF EXISTS slot 'slot of the block',
    COMMENT COLUMN IF EXISTS write_counts 'transactions that write-lock each of the accounts',
    COMMENT COLUMN IF EXISTS version 'quality of the copy of the block, the best one wins',
    COMMENT COLUMN IF EXISTS inserted_at 'when the row was written';
ALTER TABLE slots
    MODIFY COMMENT 'one row per stored block, written last: a slot is stored when its row is here',
    COMMENT COLUMN IF EXISTS slot 'slot of the block',
    COMMENT COLUMN IF EXISTS parent_slot 'slot of the parent block',
    COMMENT COLUMN IF EXISTS blockhash 'PoH hash at the end of the block',
    COMMENT COLUMN IF EXISTS parent_blockhash 'hash of the parent block',
    COMMENT COLUMN IF EXISTS block_height 'blocks before it, slots without a block not counted',
    COMMENT COLUMN IF EXISTS content 'whether entries and transactions came with it',
    COMMENT COLUMN IF EXISTS source 'where it came from',
    COMMENT COLUMN IF EXISTS has_meta 'its transactions came with their results',
    COMMENT COLUMN IF EXISTS transaction_count 'transactions, votes included',
    COMMENT COLUMN IF EXISTS vote_count 'vote transactions',
    COMMENT COLUMN IF EXISTS failed_count 'failed transactions',
    COMMENT COLUMN IF EXISTS tick_count 'tick entries',
    COMMENT COLUMN IF EXISTS num_hashes 'PoH hashes since the entry before, in slots those of the whole block',
    COMMENT COLUMN IF EXISTS inserted_at 'when the row was written';
ALTER TABLE swaps
    MODIFY COMMENT 'one row per swap or failed attempt in a pool',
    COMMENT COLUMN IF EXISTS pool 'account of the pool',
    COMMENT COLUMN IF EXISTS slot 'slot of the block',
    COMMENT COLUMN IF EXISTS block_index 'index of the transaction in its block: with the slot, the real order',
    COMMENT COLUMN IF EXISTS block_time 'time of the block as the cluster states it, in seconds, null: not known',
    COMMENT COLUMN IF EXISTS signature 'first signature of the transaction: its id',
    COMMENT COLUMN IF EXISTS success 'the transaction succeeded',
    COMMENT COLUMN IF EXISTS program_id 'program that was called',
    COMMENT COLUMN IF EXISTS dex_name 'name of the DEX, empty: unknown',
    COMMENT COLUMN IF EXISTS pool_kind 'how the pool makes its price',
    COMMENT COLUMN IF EXISTS mint_out 'token that the trader received, null: not known',
    COMMENT COLUMN IF EXISTS authority 'account that moved the tokens that were paid',
    COMMENT COLUMN IF EXISTS authority_signed 'the authority signed the transaction',
    COMMENT COLUMN IF EXISTS other_signers 'signers beside the fee payer',
    COMMENT COLUMN IF EXISTS source_owner 'owner of the account that was paid from, null: not known',
    COMMENT COLUMN IF EXISTS source_after 'its balance after the transaction, null: not known',
    COMMENT COLUMN IF EXISTS destination_account 'token account that received, null: not known',
    COMMENT COLUMN IF EXISTS destination_owner 'owner of the account that received, null: not known',
    COMMENT COLUMN IF EXISTS destination_before 'its balance before the transaction, null: not known',
    COMMENT COLUMN IF EXISTS destination_after 'its balance after the transaction, null: not known',
    COMMENT COLUMN IF EXISTS vault_out 'vault of the pool that paid out, null: not known',
    COMMENT COLUMN IF EXISTS version 'quality of the copy of the block, the best one wins',
    COMMENT COLUMN IF EXISTS inserted_at 'when the row was written';
ALTER TABLE swaps_by_trader
    MODIFY COMMENT 'swaps in the order of traders',
    COMMENT COLUMN IF EXISTS trader 'wallet whose balances the swap changed',
    COMMENT COLUMN IF EXISTS slot 'slot of the block',
    COMMENT COLUMN IF EXISTS block_index 'index of the transaction in its block: with the slot, the real order',
    COMMENT COLUMN IF EXISTS outer_index 'index of the outer instruction',
    COMMENT COLUMN IF EXISTS inner_index 'index of the inner instruction under it, -1: the outer one itself',
    COMMENT COLUMN IF EXISTS part_index 'index of the part, where one instruction has several',
    COMMENT COLUMN IF EXISTS poh_tick 'ticks before the transaction, by PoH, null: entries not known',
    COMMENT COLUMN IF EXISTS block_time 'time of the block as the cluster states it, in seconds, null: not known',
    COMMENT COLUMN IF EXISTS signature 'first signature of the transaction: its id',
    COMMENT COLUMN IF EXISTS success 'the transaction succeeded',
    COMMENT COLUMN IF EXISTS pool 'account of the pool',
    COMMENT COLUMN IF EXISTS program_id 'program that was called',
    COMMENT COLUMN IF EXISTS dex_name 'name of the DEX, empty: unknown',
    COMMENT COLUMN IF EXISTS mint_in 'token that the trader paid, null: not known',
    COMMENT COLUMN IF EXISTS mint_out 'token that the trader received, null: not known',
    COMMENT COLUMN IF EXISTS trader_in 'what the trader paid, in the smallest unit of mint_in',
    COMMENT COLUMN IF EXISTS trader_out 'what the trader received, in the smallest unit of mint_out',
    COMMENT COLUMN IF EXISTS version 'quality of the copy of the block, the best one wins',
    COMMENT COLUMN IF EXISTS inserted_at 'when the row was written';
ALTER TABLE token_links
    COMMENT COLUMN IF EXISTS mint 'mint of the token',
    COMMENT COLUMN IF EXISTS slot 'slot of the block',
    COMMENT COLUMN IF EXISTS block_index 'index of the transaction in its block: with the slot, the real order',
    COMMENT COLUMN IF EXISTS outer_index 'index of the outer instruction',
    COMMENT COLUMN IF EXISTS inner_index 'index of the inner instruction under it, -1: the outer one itself',
    COMMENT COLUMN IF EXISTS part_index 'index of the part, where one instruction has several',
    COMMENT COLUMN IF EXISTS kind 'what links the two owners',
    COMMENT COLUMN IF EXISTS from_account 'token account that sent, null: not known',
    COMMENT COLUMN IF EXISTS from_owner 'its owner, null: not known',
    COMMENT COLUMN IF EXISTS to_owner 'owner of the account that received, null: not known',
    COMMENT COLUMN IF EXISTS authority_signed 'the authority signed the transaction',
    COMMENT COLUMN IF EXISTS version 'quality of the copy of the block, the best one wins',
    COMMENT COLUMN IF EXISTS inserted_at 'when the row was written';
ALTER TABLE tokens
    MODIFY COMMENT 'names and decimals of mints',
    COMMENT COLUMN IF EXISTS mint 'mint of the token',
    COMMENT COLUMN IF EXISTS symbol 'as the metadata states it, anyone may choose any, null: none',
    COMMENT COLUMN IF EXISTS name 'name that is given, null: none is known',
    COMMENT COLUMN IF EXISTS decimals 'one token is 10 to this power of the smallest unit, null: not known',
    COMMENT COLUMN IF EXISTS observed_at 'when this was read';
ALTER TABLE transactions
    MODIFY COMMENT 'one row per transaction',
    COMMENT COLUMN IF EXISTS slot 'slot of the block',
    COMMENT COLUMN IF EXISTS poh_tick 'ticks before the transaction, by PoH, null: entries not known',
    COMMENT COLUMN IF EXISTS block_time 'time of the block as the cluster states it, in seconds, null: not known',
    COMMENT COLUMN IF EXISTS other_signatures 'signatures after the first',
    COMMENT COLUMN IF EXISTS other_signers 'signers beside the fee payer',
    COMMENT COLUMN IF EXISTS is_vote 'a simple vote transaction',
    COMMENT COLUMN IF EXISTS success 'the transaction succeeded',
    COMMENT COLUMN IF EXISTS cost_units 'cost units by which the leader packs, null: not known',
    COMMENT COLUMN IF EXISTS accounts_written_count 'accounts that it locks for writing',
    COMMENT COLUMN IF EXISTS version 'quality of the copy of the block, the best one wins',
    COMMENT COLUMN IF EXISTS inserted_at 'when the row was written';
ALTER TABLE unknown_frames
    MODIFY COMMENT 'calls of programs without a known layout under which mints were exchanged',
    COMMENT COLUMN IF EXISTS program_id 'program that was called',
    COMMENT COLUMN IF EXISTS slot 'slot of the block',
    COMMENT COLUMN IF EXISTS block_index 'index of the transaction in its block: with the slot, the real order',
    COMMENT COLUMN IF EXISTS outer_index 'index of the outer instruction',
    COMMENT COLUMN IF EXISTS inner_index 'index of the inner instruction under it, -1: the outer one itself',
    COMMENT COLUMN IF EXISTS part_index 'index of the part, where one instruction has several',
    COMMENT COLUMN IF EXISTS block_time 'time of the block as the cluster states it, in seconds, null: not known',
    COMMENT COLUMN IF EXISTS signature 'first signature of the transaction: its id',
    COMMENT COLUMN IF EXISTS version 'quality of the copy of the block, the best one wins',
    COMMENT COLUMN IF EXISTS inserted_at 'when the row was written';
ALTER TABLE validators
    MODIFY COMMENT 'client, version and name of validators, each from a slot on',
    COMMENT COLUMN IF EXISTS identity 'identity key of the validator',
    COMMENT COLUMN IF EXISTS valid_from_slot 'the row is valid from this slot on',
    COMMENT COLUMN IF EXISTS vote_account 'its vote account, null: not known',
    COMMENT COLUMN IF EXISTS observed_at 'when this was read';

-- How amounts of a mint are written. Anyone may choose the symbol of a token: one that has that of a well-known mint gets
-- none. The list is that of packages/dex (labels.ts).
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
    s.part_index AS part_index, s.block_time AS block_time, base58Encode(s.signature) AS signature,
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
LEFT JOIN units AS i ON i.mint = s.mint_in
LEFT JOIN units AS o ON o.mint = s.mint_out
SETTINGS join_use_nulls = 1;

-- The victims of sandwiches that count as of now, each once for every sandwich, in whole tokens. lost_sol: at the rate at
-- which the victim itself traded, null: neither side is SOL. lost_bps: of what it would have received.
CREATE OR REPLACE VIEW victim_amounts AS
WITH
    victims AS
    (
        SELECT *
        FROM sandwich_legs FINAL
        WHERE role = 'victim' AND may_count AND ifNull(loss_amount, 1) > 0
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
    v.trader_out / pow(10, o.decimals) AS received, toFloat64(v.loss_amount) / pow(10, o.decimals) AS lost,
    multiIf(
        v.mint_out = sol_mint, toFloat64(v.loss_amount) / 1e9,
        v.mint_in = sol_mint AND v.trader_out > 0, toFloat64(v.loss_amount) * v.trader_in / v.trader_out / 1e9,
        NULL
    ) AS lost_sol,
    10000 * toFloat64(v.loss_amount) / (toFloat64(v.loss_amount) + v.trader_out) AS lost_bps,
    v.loss_method AS loss_method, v.slippage_use AS slippage_use
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
