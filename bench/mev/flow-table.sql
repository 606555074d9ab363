-- What one insert of every table is made from: a row a swap or attempt. Dropped when all is made.
CREATE TABLE IF NOT EXISTS bench_flow
(
    slot         UInt64,
    block_index  UInt32,
    pool_number  UInt64,
    pool         FixedString(32),
    token        FixedString(32),
    trader       FixedString(32),
    is_buy       Bool COMMENT 'pays SOL',
    success      Bool,
    role         UInt8 COMMENT '0 none, then as sandwich_legs',
    is_suspected Bool,
    first_slot   UInt64 COMMENT 'of the sandwich, where role is not 0',
    first_index  UInt32,
    last_slot    UInt64,
    sol          UInt64,
    tokens       UInt64,
    luck         UInt64 COMMENT 'a hash of the row'
)
ENGINE = Memory
