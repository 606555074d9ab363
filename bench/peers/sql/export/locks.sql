SELECT {account} AS account, slot, block_index, is_write FROM account_locks FINAL ORDER BY account_locks.account, slot, block_index
