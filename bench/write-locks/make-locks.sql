-- The locks of a run of slots (65,536 at most): each slot has those of the real block, as often as the seed has copies.
-- They come in the order of the table's key, so that the server has nothing to sort and writes them as one part.
--
-- Which account a seed row is in a slot goes by its kind:
-- steady    much used, and always: the same one
-- passing   much used for half an hour, then another one, as the markets of new tokens are
-- voting    one of 4
-- middling  named by a few transactions: one of 64, of which some come far more often than others (1 / rank)
-- once      half of them are never seen again, the others are one of 4,096 in the same way
-- Sorting `places` sorts the rows: 6 bytes of the account's end, then in 2 bytes which slot it is.
INSERT INTO account_slots (account, slot, lock_count, write_count, signed_count, failed_count, compute_units, first_tick,
    tick_span, locks.block_index, locks.flags, writes.compute_units, writes.price, writes.signer_prefix, version)
SELECT
    account, slot, length(locks), length(written), arrayCount(lock -> lock.3, locks),
    arrayCount(lock -> ifNull(lock.5, false), locks), arraySum(units), 0, 63,
    arrayMap(lock -> lock.1, locks),
    arrayMap(lock -> toUInt8(if(lock.2, 1, 0) + if(lock.3, 2, 0) + if(lock.4, 4, 0) + if(ifNull(lock.5, false), 8, 0)), locks),
    -- From a half to one and a half of what the real transaction used.
    arrayMap(lock -> toUInt32(intDiv(ifNull(lock.6, 0) * (50 + cityHash64(slot, lock.1) % 101), 100)), written) AS units,
    -- Two prices in three are new, and fee payers are others every 256 slots, or histograms and sets would be too small.
    arrayMap(lock -> if(
        lock.4 OR bitShiftRight(cityHash64(slot, lock.1), 8) % 3 = 0,
        ifNull(lock.7, 0), bitShiftRight(cityHash64(slot, lock.1), 16) % 50000 * 100), written),
    arrayMap(lock -> cityHash64(lock.8, intDiv(slot, 256)), written), 5
FROM
(
    SELECT account, slot, locks, arrayFilter(lock -> lock.2, locks) AS written
    FROM
    (
        SELECT
            toFixedString(concat(base, if(kind = 'steady', tail, reinterpretAsFixedString(byteSwap(bitAnd(place, 0xFFFFFFFFFFFF0000))))), 32) AS account,
            {from:UInt64} + bitAnd(place, 0xFFFF) AS slot,
            locks
        FROM
        (
            SELECT
                base, tail, kind, locks,
                arraySort(arrayMap(
                    slot -> bitOr(toUInt64(slot - {from:UInt64}), bitAnd(0xFFFFFFFFFFFF0000, multiIf(
                        kind = 'steady', 0,
                        kind = 'passing', cityHash64(base, intDiv(slot + cityHash64(base) % 6000, 6000)),
                        kind = 'voting', cityHash64(base, cityHash64(base, slot) % 4),
                        kind = 'middling', cityHash64(base, toUInt64(pow(64, cityHash64(base, slot) / pow(2, 64)))),
                        cityHash64(base, slot) % 2 = 0, cityHash64(base, slot),
                        cityHash64(base, toUInt64(pow(4096, cityHash64(base, slot, 1) / pow(2, 64))))
                    ))),
                    range({from:UInt64}, {from:UInt64} + {slots:UInt64})
                )) AS places
            FROM bench_seed
        )
        ARRAY JOIN places AS place
    )
)
