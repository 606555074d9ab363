-- Blocks {first_block:UInt64} and the following, all whole and linked; every 20th slot is skipped. Each was stored when it
-- was made, the newest now: results are kept by what was stored since.
INSERT INTO slots (slot, parent_slot, blockhash, parent_blockhash, block_time, block_height, leader, content, model,
    source, has_meta, transaction_count, vote_count, failed_count, entry_count, tick_count, num_hashes, version, inserted_at)
WITH {first_block:UInt64} + number AS block
SELECT
    {base_slot:UInt64} + block + intDiv(block, 19) AS slot, slot - if(block % 19 = 0, 2, 1),
    toFixedString(concat(reinterpretAsFixedString(cityHash64(block)), 'made up for a benchmark.'), 32),
    toFixedString(concat(reinterpretAsFixedString(cityHash64(block - 1)), 'made up for a benchmark.'), 32),
    toDateTime(1700000000 + intDiv(slot * 2, 5)), block,
    toFixedString(concat(reinterpretAsFixedString(cityHash64('leader', cityHash64(intDiv(slot, 4)) % 800)), 'made up for a benchmark.'), 32),
    'full', 'ticked', 'generated', true, 1200, 800, 100, 140, 64, 4000000, 13,
    now() - toIntervalSecond(intDiv(({newest_slot:UInt64} - slot) * 2, 5))
FROM numbers({blocks:UInt64})
