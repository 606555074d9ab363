-- A transfer of the token beside one swap in twenty.
INSERT INTO token_links (mint, slot, block_index, outer_index, inner_index, part_index, kind, from_account, from_owner,
    to_account, to_owner, amount, authority, authority_signed, version)
WITH toFixedString(concat(reinterpretAsFixedString(cityHash64(trader, token)), 'made up for a benchmark.'), 32) AS token_account
SELECT
    token, slot, block_index, 3, -1, 0, 'transfer', token_account, trader,
    toFixedString(concat(reinterpretAsFixedString(luck), 'made up for a benchmark.'), 32),
    toFixedString(concat(reinterpretAsFixedString(luck + 1), 'made up for a benchmark.'), 32), tokens, trader, true, 5
FROM bench_flow
WHERE luck % 20 = 0 AND success
