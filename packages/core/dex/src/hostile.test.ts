import { pubkeyFromBase58, type Transaction } from '@tickscope/chain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extractTrades } from './extract-trades.js';
import { limitOf } from './limits.js';
import { DEX_PROGRAMS } from './programs/index.js';
import { MAKER_PROGRAMS } from './programs/makers.js';
import { manifestFill } from './programs/manifest-fill-log.js';
import { readPumpTradeEvent } from './programs/pump-trade-event.js';
import { ROUTE_PROGRAMS } from './programs/routes.js';
import { roleOf } from './roles.js';
import type { TransactionTrades } from './swap.js';
import { hasSharedData, readSharedBlock } from './testing/shared-data.js';

const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
const SYSTEM = '11111111111111111111111111111111';
const PROGRAMS = [...DEX_PROGRAMS, ...MAKER_PROGRAMS];
const ROUTES = ROUTE_PROGRAMS.filter(({ limits }) => limits !== undefined);
const PROGRAM_KEYS = [TOKEN, TOKEN_2022, SYSTEM, ...[...PROGRAMS, ...ROUTES].map(({ id }) => id)].map(
  pubkeyFromBase58,
);

/** Data that starts as some known instruction does, or as anything. */
const MARKERS = PROGRAMS.flatMap(({ instructions }) =>
  instructions.map(({ discriminator }) => [...Buffer.from(discriminator, 'hex')]),
).concat(
  ROUTES.flatMap(({ limits = [] }) => limits.map(({ marker }) => [...marker])),
  [[3], [12], [7], [8], [1], [16], [18], [26, 1], [6, 2, 1], [45, 1], [255], [2, 0, 0, 0]],
);

const dataArbitrary = fc
  .tuple(fc.constantFrom([], ...MARKERS), fc.uint8Array({ maxLength: 60 }))
  .map(([marker, rest]) => Uint8Array.from([...marker, ...rest]));

const KEYS = 24;
const instructionArbitrary = fc.record({
  programIdIndex: fc.integer({ min: 0, max: KEYS + 2 }),
  accounts: fc
    .array(fc.integer({ min: 0, max: KEYS + 2 }), { maxLength: 30 })
    .map((list) => Uint8Array.from(list)),
  data: dataArbitrary,
});
const innerArbitrary = fc.record({
  index: fc.integer({ min: 0, max: 4 }),
  instructions: fc.array(
    fc.tuple(instructionArbitrary, fc.option(fc.integer({ min: 0, max: 6 }))).map(([ix, stackHeight]) => ({
      ...ix,
      stackHeight,
    })),
    { maxLength: 12 },
  ),
});
const amountArbitrary = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const balanceArbitrary = fc.record({
  accountIndex: fc.integer({ min: 0, max: KEYS + 2 }),
  mint: fc.constantFrom('mint A', 'mint B', 'mint C'),
  owner: fc.constantFrom('owner A', 'owner B', null),
  programId: fc.constant(null),
  decimals: fc.constant(6),
  amount: amountArbitrary,
});

const logLineArbitrary = fc.oneof(
  fc.constantFrom(...PROGRAMS, { id: SYSTEM }).map(({ id }) => `Program ${id} success`),
  fc.constantFrom(...PROGRAMS, { id: SYSTEM }).map(({ id }) => `Program ${id} invoke [1]`),
  fc.uint8Array({ maxLength: 240 }).map((data) => `Program data: ${Buffer.from(data).toString('base64')}`),
  fc.constantFrom('Log truncated', 'Program data: ', 'Program data: =', 'Program  invoke [1]', ''),
);

const transactionArbitrary: fc.Arbitrary<Transaction> = fc
  .record({
    keys: fc.array(
      fc.oneof(fc.constantFrom(...PROGRAM_KEYS), fc.uint8Array({ minLength: 32, maxLength: 32 })),
      { minLength: 1, maxLength: KEYS },
    ),
    signers: fc.integer({ min: 0, max: 30 }),
    instructions: fc.array(instructionArbitrary, { maxLength: 5 }),
    innerInstructions: fc.option(fc.array(innerArbitrary, { maxLength: 4 })),
    lamports: fc.array(amountArbitrary, { maxLength: KEYS }),
    preTokenBalances: fc.array(balanceArbitrary, { maxLength: 10 }),
    postTokenBalances: fc.array(balanceArbitrary, { maxLength: 10 }),
    callLog: fc.option(fc.array(logLineArbitrary, { maxLength: 12 })),
    error: fc.constantFrom(null, null, '{"InstructionError":[0,{"Custom":1}]}'),
  })
  .map(({ keys, signers, instructions, innerInstructions, lamports, error, callLog, ...balances }) => ({
    index: 0,
    signatures: [new Uint8Array(64)],
    version: 0,
    isVote: false,
    header: { numRequiredSignatures: signers, numReadonlySigned: 0, numReadonlyUnsigned: 0 },
    staticKeys: keys.slice(0, Math.ceil(keys.length / 2)),
    recentBlockhash: new Uint8Array(32),
    instructions,
    addressTableLookups: [],
    config: null,
    loaded: { writable: keys.slice(Math.ceil(keys.length / 2)), readonly: [] },
    meta: {
      error,
      feeLamports: 5_000n,
      preBalances: lamports,
      postBalances: lamports.toReversed(),
      innerInstructions,
      ...balances,
      computeUnits: null,
      costUnits: null,
      callLog,
      failure: null,
    },
  }));

describe('extractTrades on arbitrary transactions', () => {
  it('does not throw, and returns only consistent values', () => {
    fc.assert(
      fc.property(transactionArbitrary, (tx) => {
        expectSound(extractTrades(1, tx), tx);
      }),
      { numRuns: 3_000 },
    );
  });

  it.skipIf(!hasSharedData)(
    'nor on damaged transactions of the chain (skipped without ../shared/data)',
    () => {
      const { transactions } = readSharedBlock('full-blocks/254170887.getblock.json', 254170887);
      const trading = transactions.filter((tx) => extractTrades(1, tx).swaps.length > 0);
      fc.assert(
        fc.property(
          fc.constantFrom(...trading),
          fc.array(damageArbitrary, { minLength: 1, maxLength: 4 }),
          (tx, damages) => {
            const broken = damages.reduce((current, damage) => damage(current), tx);
            expectSound(extractTrades(1, broken), broken);
          },
        ),
        { numRuns: 1_000 },
      );
    },
  );

  it('reads no limit out of bounds, nor one that no u64 holds', () => {
    const layouts = PROGRAMS.flatMap(({ instructions }) => instructions).flatMap((layout) =>
      'limit' in layout ? (layout.limit ?? []) : [],
    );
    const stated = ROUTES.flatMap(({ limits = [] }) => limits);
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 80 }), hugeArbitrary), (data) => {
        for (const layout of layouts) expectU64(limitOf(layout, data)?.amount ?? 0n);
        for (const { read } of stated) expectU64(read(data)?.quoted ?? 0n);
      }),
    );
  });

  it('reads a fill of Manifest from nothing but a whole record', () => {
    const tag = Buffer.from('3ae6f2034b7104a9', 'hex');
    fc.assert(
      fc.property(fc.boolean(), fc.uint8Array({ minLength: 200, maxLength: 260 }), (isTagged, rest) => {
        const fill = manifestFill(isTagged ? Buffer.concat([tag, rest]) : rest);
        if (!isTagged || rest.length !== 224 || rest[208]! > 1) expect(fill).toBeNull();
        else expect([fill!.market, fill!.mintOut].map(({ length }) => length)).toEqual([32, 32]);
      }),
    );
  });

  it('reads no Pump.fun event out of bounds', () => {
    const tag = Buffer.from('e445a52e51cb9a1dbddb7fd34ee661ee', 'hex');
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (rest) => {
        const event = readPumpTradeEvent(Buffer.concat([tag, rest]));
        if (rest.length > 48) expect(event?.mint).toHaveLength(32);
        else expect(event).toBeNull();
      }),
    );
  });
});

/** Nothing but the greatest numbers. */
const hugeArbitrary = fc.integer({ min: 0, max: 80 }).map((length) => new Uint8Array(length).fill(255));

function expectU64(amount: bigint): void {
  expect(amount >= 0n && amount < 2n ** 64n).toBe(true);
}

/** Kinds of wrong data that a source may send. */
const damageArbitrary: fc.Arbitrary<(tx: Transaction) => Transaction> = fc.oneof(
  fc.constant((tx: Transaction) => ({ ...tx, loaded: null })),
  fc.constant((tx: Transaction) => withMeta(tx, { preTokenBalances: [] })),
  fc.constant((tx: Transaction) => withMeta(tx, { postTokenBalances: [], postBalances: [] })),
  fc.constant((tx: Transaction) => withMeta(tx, { innerInstructions: null })),
  fc.constant((tx: Transaction) =>
    withMeta(tx, {
      innerInstructions: (tx.meta?.innerInstructions ?? []).map(({ index, instructions }) => ({
        index,
        instructions: instructions.map((ix) => ({ ...ix, stackHeight: null })),
      })),
    }),
  ),
  fc.integer({ min: 0, max: 40 }).map((cut) => (tx: Transaction) => ({
    ...tx,
    instructions: tx.instructions.map((ix) => ({ ...ix, data: ix.data.subarray(0, cut) })),
  })),
  fc.integer({ min: 0, max: 20 }).map(
    (cut) => (tx: Transaction) =>
      withMeta(tx, {
        innerInstructions: (tx.meta?.innerInstructions ?? []).map(({ index, instructions }) => ({
          index,
          instructions: instructions.map((ix) => ({ ...ix, accounts: ix.accounts.subarray(0, cut) })),
        })),
      }),
  ),
  fc.constant((tx: Transaction) => withMeta(tx, { error: '"AccountInUse"' })),
  // Its DEXs are programs that no file knows.
  fc.constant((tx: Transaction) => ({
    ...tx,
    staticKeys: tx.staticKeys.map(stranger),
    loaded: tx.loaded && { ...tx.loaded, readonly: tx.loaded.readonly.map(stranger) },
  })),
);

function stranger(key: Uint8Array): Uint8Array {
  return roleOf(key)?.is === 'dex' ? key.toReversed() : key;
}

function withMeta(tx: Transaction, change: Partial<NonNullable<Transaction['meta']>>): Transaction {
  return { ...tx, meta: tx.meta === null ? null : { ...tx.meta, ...change } };
}

function expectSound(trades: TransactionTrades, tx: Transaction): void {
  const { swaps, attempts, poolEvents, fills, rebates, inferred, unknownFrames, tokenLinks } = trades;
  const hasFailed = tx.meta?.error !== null;
  const others = [...poolEvents, ...fills, ...rebates, ...inferred, ...unknownFrames, ...tokenLinks];
  if (hasFailed) expect([...swaps, ...others]).toEqual([]);
  else expect(attempts).toEqual([]);
  for (const swap of [...swaps, ...inferred]) {
    for (const amount of [swap.poolIn, swap.poolOut, swap.traderIn, swap.traderOut])
      expect(amount >= 0n).toBe(true);
    expect(swap.mintIn).not.toBe(swap.mintOut);
    for (const limit of [swap.limit, swap.routeLimit])
      if (limit !== null) expect(limit.amount >= 0n && limit.amount < 2n ** 64n).toBe(true);
  }
  for (const { trader, signers, feePayer, pool } of [...swaps, ...inferred, ...attempts]) {
    expect(signers).toContain(trader);
    expect(signers[0]).toBe(feePayer);
    expect(pool.length).toBeGreaterThanOrEqual(32);
  }
  for (const { amounts } of poolEvents) for (const { amount } of amounts) expect(amount > 0n).toBe(true);
  for (const { makerIn, makerOut, mintIn, mintOut } of fills) {
    expect(makerIn > 0n && makerOut > 0n).toBe(true);
    expect(mintIn).not.toBe(mintOut);
  }
  for (const { amount } of rebates) expect(amount > 0n).toBe(true);
  expect(unknownFrames.filter(({ isInferred }) => isInferred)).toHaveLength(inferred.length);
  for (const { fromOwner, toOwner, authoritySigned } of tokenLinks)
    if (fromOwner !== null && fromOwner === toOwner) expect(authoritySigned).toBe(true);
}
