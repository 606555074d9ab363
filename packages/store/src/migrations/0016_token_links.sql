-- Token links are stored for every mint, swapped in the block or not. Copies of a block stored before this migration have
-- only some of them; their version says so. A better copy (the same block fetched or imported again) replaces them.
ALTER TABLE slots COMMENT COLUMN version
    'quality of the copy; of two copies of a block the better one wins. 8 and more: its token links are all known (written with meta since migration 16); below 8: not known. Modulo 8: 1 entries only, 2 transactions without meta, 3 transactions with meta, 4 both without meta, 5 both with meta';

ALTER TABLE token_links MODIFY COMMENT
    'transfers and changes of owner outside swaps, of every mint; of blocks whose slots.version is below 8 only of mints swapped in the same block';

-- Most links are authorised by the owner of the source. Written as zeros it costs nothing, the address again 32 bytes.
ALTER TABLE token_links COMMENT COLUMN authority
    'who authorised it; 32 zero bytes: from_owner (token_links_text resolves it)';

CREATE OR REPLACE VIEW token_links_text AS
SELECT
    base58Encode(mint) AS mint, slot, block_index, outer_index, inner_index, part_index, kind,
    base58Encode(from_account) AS from_account,
    if(from_owner IS NULL, NULL, base58Encode(assumeNotNull(from_owner))) AS from_owner,
    base58Encode(to_account) AS to_account, if(to_owner IS NULL, NULL, base58Encode(assumeNotNull(to_owner))) AS to_owner,
    amount,
    base58Encode(if(authority = toFixedString('', 32) AND from_owner IS NOT NULL, assumeNotNull(from_owner), authority)) AS authority,
    authority_signed
FROM token_links FINAL;
