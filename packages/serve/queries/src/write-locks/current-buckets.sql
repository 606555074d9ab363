-- The buckets of account_heat that were made of the blocks as they are stored now, with the bound of what an account that a
-- bucket leaves out may have used; null: it leaves none out. Keys: `account_heat_buckets` (bucket), one row per bucket; `slots`
-- by slot, narrow columns.
SELECT bucket, toString(digest), toString(cut_compute_units)
FROM current_account_heat(from_bucket = {from_bucket:UInt32}, to_bucket = {to_bucket:UInt32})
