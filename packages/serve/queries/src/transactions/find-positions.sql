-- Where some transactions may be: usually one position each; another may belong to a block whose write never finished, or to
-- a transaction whose signature begins with the same 8 bytes. Key of `signatures`: one granule per prefix and part.
SELECT slot, block_index
FROM signatures
WHERE signature_prefix IN {prefixes:Array(UInt64)}
