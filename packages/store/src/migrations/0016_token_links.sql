-- Token links are stored for every mint, swapped in the block or not. Copies of a block stored before this migration have
-- only some of them; their version says so. A better copy (the same block fetched or imported again) replaces them.
ALTER TABLE slots COMMENT COLUMN version
    'quality of the copy; of two copies of a block the better one wins. 8 and more: its token links are all known (written with meta since migration 16); below 8: not known. Modulo 8: 1 entries only, 2 transactions without meta, 3 transactions with meta, 4 both without meta, 5 both with meta';

ALTER TABLE token_links MODIFY COMMENT
    'transfers and changes of owner outside swaps, of every mint; of blocks whose slots.version is below 8 only of mints swapped in the same block';

-- Most links are authorised by the owner of the source. Stored as zeros, this costs almost nothing; repeating the address
-- would cost 32 bytes.
ALTER TABLE token_links COMMENT COLUMN authority
    'who authorised it; 32 zero bytes: from_owner (token_links_text resolves it)';

-- Columns are qualified, because an alias of the SELECT list would otherwise stand for the column of its name.
CREATE OR REPLACE VIEW token_links_text AS
SELECT
    base58Encode(l.mint) AS mint, l.slot AS slot, l.block_index AS block_index, l.outer_index AS outer_index,
    l.inner_index AS inner_index, l.part_index AS part_index, l.kind AS kind,
    base58Encode(l.from_account) AS from_account,
    if(l.from_owner IS NULL, NULL, base58Encode(assumeNotNull(l.from_owner))) AS from_owner,
    base58Encode(l.to_account) AS to_account,
    if(l.to_owner IS NULL, NULL, base58Encode(assumeNotNull(l.to_owner))) AS to_owner, l.amount AS amount,
    base58Encode(if(l.authority = toFixedString('', 32) AND l.from_owner IS NOT NULL, assumeNotNull(l.from_owner), l.authority)) AS authority,
    l.authority_signed AS authority_signed
FROM token_links AS l FINAL;
