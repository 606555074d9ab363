import { createHash } from 'node:crypto';
import { keptCallLog, LOGGED_PROGRAMS, type Transaction } from '@tickscope/chain';
import { type FillRecord, fillRecordBytes } from '@tickscope/testkit/manifest-fill-log';
import { address, TransactionBuilder } from '@tickscope/testkit/transaction-builder';
import bs58 from 'bs58';
import { describe, expect, it } from 'vitest';
import { extractTrades } from './extract-trades.js';
import { DEX_PROGRAMS } from './programs/index.js';
import { MANIFEST } from './programs/manifest.js';
import { manifestFill } from './programs/manifest-fill-log.js';
import type { TransactionTrades } from './swap.js';

const BATCH_UPDATE = '060000000000';
const SWAP = `04${'00'.repeat(17)}`;
const SECP256K1 = 'KeccakSecp256k11111111111111111111111111111';

/** The taker buys 7 of mint B for 11 of mint A, but for the changes. */
const record = (change: Partial<FillRecord> = {}): Uint8Array =>
  fillRecordBytes({
    market: address('market'),
    maker: address('maker'),
    taker: address('taker'),
    baseMint: address('B'),
    quoteMint: address('A'),
    baseAtoms: 7n,
    quoteAtoms: 11n,
    takerIsBuy: true,
    ...change,
  });

const batch = (builder = new TransactionBuilder('taker')): TransactionBuilder =>
  builder.outer(MANIFEST.id, ['taker', 'market', 'system'], BATCH_UPDATE);

const logOf = (tx: Transaction): string[] => tx.meta!.callLog!;
/** With what is kept of another log. */
const withLog = (tx: Transaction, log: string[] | null): Transaction => ({
  ...tx,
  meta: { ...tx.meta!, callLog: log === null ? null : keptCallLog(log) },
});
const tradesOf = (tx: Transaction): TransactionTrades => extractTrades(1, tx);
const fillsOf = (tx: Transaction): [paid: bigint, got: bigint][] =>
  tradesOf(tx).fills.map(({ takerIn, takerOut }) => [takerIn, takerOut]);
const one: [bigint, bigint][] = [[11n, 7n]];

/**
 * Records of the chain: written from their fields, they have the hash of the bytes that the program logged. The amounts
 * are those of the swap's transfers, in and out: 1T2XZsyr… paid 2442100 into vault FGQoLa and 2442405 out of CNRQ2Q;
 * 5dnD4akx… 255093 into DUJ6Gq and 255014 out of 5CUmy7; 5jEVe78R… 3724424 into 4GX3jS (its balance: 694277225 to
 * 698001649) and 13039051 out of GWPcCP (1898680071 to 1885641020).
 */
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const USDT = 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB';
const ON_CHAIN: [transaction: string, FillRecord, sha256: string, paid: bigint, got: bigint][] = [
  [
    '1T2XZsyrPudVFb6xKCocTq6Yv93Kxhy6kWYSE4244jeSix9WZDL1sbRcF1BTs8FmU4UiEWFcE2SL4p25NnWXcKn',
    {
      market: '8sjV1AqBFvFuADBCQHhotaRq5DFFYSjjg1jMyVWMqXvZ',
      maker: 'TRDbyvpj3JDWcUxFiHY9buz3MjFk7jNxgUJQMbzEz74',
      taker: 'D5YqVMoSxnqeZAKAUUE1Dm3bmjtdxQ5DCF356ozqN9cM',
      ...{ baseMint: USDT, quoteMint: USDC, baseAtoms: 2442405n, quoteAtoms: 2442100n, takerIsBuy: true },
      ...{ price: 999875043000000000n, makerOrder: 29055082n, takerOrder: 29055084n },
    },
    'a6f32bd9621ab84fdc55ddae8db45f1370c8ad6e90001346b4c6bd591af57019',
    2442100n,
    2442405n,
  ],
  [
    '5dnD4akxGFE31hLnSfybpL24geVkFDHNVcyCsDwVLwig2HPwL26EjKRkwEm8CKajGamYRDV1DN4BkFDDWMnJntEv',
    {
      market: '9VaVgdReZVxmEZLv9kqorjcS2hyGMAU77wEMFu3G7FiL',
      maker: 'Gjg2Pd9xfmgBj8BG1YiLENqqHFLZLtNLvz2NW92ypsdE',
      taker: 'Aisnj7VpDa8msoBQXadkzGocLobRaSeSMYQms46fnYp3',
      baseMint: 'cbbtcf3aa214zXHbiAZQwf4122FBYbraNdFqgw4iMij',
      quoteMint: '3NZ9JMVBmGAqocybic2c7LQCJScmgsAZ6vQqTDzcqmJh',
      ...{ baseAtoms: 255014n, quoteAtoms: 255093n, takerIsBuy: true },
      ...{ price: 1000306562000000000n, makerOrder: 4558241n, takerOrder: 4558258n },
    },
    '21bd4869d2820d925b6c266a9948082146f284afe8208685dc0819706e41f53a',
    255093n,
    255014n,
  ],
  [
    '5jEVe78RBjpEB9qtmFTS4WZKynEYAk7CcyKgoBSP7E5F3RPhCY7L66mVgoGjqvxzjUQvekkWtCvTJFbjKJJ9MUy7',
    {
      market: 'N3ehyUAp3biGCdzbe8naVqhYuzHoSCQVXtVoX6QpbyE',
      maker: 'DVBjX69qoxYR2iZDA7CFFvJSdpVg4N27kbXwpXeT7Fzp',
      taker: 'FuHh6Psma7Z4XDVnBmnvpp429pkoJzLos6Yr7EZpSZbh',
      baseMint: 'XsCPL9dNWBMvFtTmwcCA5v3xWPSMEBCszbQdiLLq6aN',
      quoteMint: USDC,
      ...{ baseAtoms: 3724424n, quoteAtoms: 13039051n, takerIsBuy: false },
      ...{ price: 3500957890669268160n, makerOrder: 1080614n, takerOrder: 1080619n },
    },
    'b180677d01de508c32a0dc2e244a10c96808d5304c64650711969f9945ddbbd6',
    3724424n,
    13039051n,
  ],
];

describe.each(ON_CHAIN)('the record of a fill in %s', (_transaction, fields, sha256, paid, got) => {
  it('states what the swap’s transfers moved, and its price gives the quote but for rounding', () => {
    const bytes = fillRecordBytes(fields);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
    const fill = manifestFill(bytes)!;
    expect([fill.amountIn, fill.amountOut]).toEqual([paid, got]);
    expect([fill.market, fill.maker, fill.taker].map((key) => bs58.encode(key))).toEqual([
      fields.market,
      fields.maker,
      fields.taker,
    ]);
    const { baseMint, quoteMint, takerIsBuy, price = 0n, baseAtoms, quoteAtoms } = fields;
    const mints = takerIsBuy ? [quoteMint, baseMint] : [baseMint, quoteMint];
    expect([fill.mintIn, fill.mintOut].map((key) => bs58.encode(key))).toEqual(mints);
    const exact = baseAtoms * price - quoteAtoms * 10n ** 18n;
    expect(exact < 10n ** 18n && exact > -(10n ** 18n)).toBe(true);
  });
});

describe('an order on a book that fills as it is placed', () => {
  it('is a fill of the market, moves no tokens, and is no swap, link or unknown frame', () => {
    const tx = batch()
      .logs(record({ price: 1_571_428_571_428_571_428n }))
      .build();
    const { fills, ...others } = tradesOf(tx);
    expect(Object.values(others).flat()).toEqual([]);
    const atMarket = { account: null, owner: address('taker'), balanceBefore: null, balanceAfter: null };
    expect(fills).toEqual([
      {
        ...{ slot: 1, blockIndex: 7, outerIndex: 0, innerIndex: null, partIndex: 0 },
        ...{ feePayer: address('taker'), signers: [address('taker')], feeLamports: 5_100n },
        ...{ priorityFeeLamports: 100n, computeUnitPrice: null, jitoTipLamports: 0n },
        ...{ programId: MANIFEST.id, dexName: 'Manifest', outerProgramId: MANIFEST.id },
        ...{ taker: address('taker'), takerSigned: true, maker: address('maker'), market: address('market') },
        ...{
          mintIn: address('A'),
          mintOut: address('B'),
          makerIn: 11n,
          makerOut: 7n,
          takerIn: 11n,
          takerOut: 7n,
        },
        ...{ source: atMarket, destination: atMarket },
      },
    ]);
  });

  it('pays base for quote where the taker sells', () => {
    const [fill] = tradesOf(
      batch()
        .logs(record({ takerIsBuy: false }))
        .build(),
    ).fills;
    expect(fill).toMatchObject({ mintIn: address('B'), mintOut: address('A'), takerIn: 7n, makerOut: 11n });
  });

  it('has a fill for each order that it meets, in order, also under a program that calls the book', () => {
    const tx = new TransactionBuilder('taker')
      .outer(SECP256K1, [], '00')
      .outer('wrapper', ['taker'], '02')
      .logs(record({ quoteAtoms: 99n }))
      .inner(2, 'token', ['taker'], '03')
      .inner(2, MANIFEST.id, ['taker', 'market', 'system'], BATCH_UPDATE)
      .logs(record())
      .logs(Buffer.from('a fee', 'utf8'))
      .logs(record({ maker: address('other'), quoteAtoms: 5n, baseAtoms: 3n }))
      .inner(3, 'token', ['taker'], '03')
      .logs(record({ quoteAtoms: 98n }))
      .build();
    const { fills } = tradesOf(tx);
    expect(fills).toMatchObject([
      { outerIndex: 1, innerIndex: 1, partIndex: 0, maker: address('maker'), takerIn: 11n, takerOut: 7n },
      { outerIndex: 1, innerIndex: 1, partIndex: 1, maker: address('other'), takerIn: 5n, takerOut: 3n },
    ]);
    expect(fills[0]!.outerProgramId).toBe(address('wrapper'));
  });

  it('has no more fills than a position can number', () => {
    const builder = batch();
    for (let count = 0; count < 300; count += 1) builder.logs(record());
    expect(tradesOf(builder.build()).fills.map(({ partIndex }) => partIndex)).toEqual(
      Array.from({ length: 256 }, (_, index) => index),
    );
  });

  it('stays apart from what the global vault pays into the market for it', () => {
    const accounts = ['taker', 'market', 'system', 'B', 'global', 'global vault', 'vault', 'token program'];
    const tx = new TransactionBuilder('taker')
      .token('global vault', 'B', 'global', 50n)
      .token('vault', 'B', 'market', 10n)
      .outer(MANIFEST.id, accounts, BATCH_UPDATE)
      .logs(record({ isMakerGlobal: true }))
      .transfer('global vault', 'vault', 7n)
      .build();
    const { fills, poolEvents, swaps, tokenLinks } = tradesOf(tx);
    expect([fills.length, swaps, tokenLinks]).toEqual([1, [], []]);
    expect(poolEvents).toMatchObject([
      { kind: 'liquidity_added', pool: address('market'), amounts: [{ mint: address('B'), amount: 7n }] },
    ]);
  });

  it('is not a fill of its swap instructions, whose tokens move', () => {
    const accounts = ['taker', 'market', 'system', 'taker.B', 'taker.A', 'vault.B', 'vault.A'];
    const tx = new TransactionBuilder('taker')
      .token('taker.A', 'A', 'taker', 100n)
      .token('taker.B', 'B', 'taker', 0n)
      .token('vault.A', 'A', 'market', 100n)
      .token('vault.B', 'B', 'market', 100n)
      .outer(MANIFEST.id, accounts, SWAP)
      .logs(record())
      .transfer('taker.A', 'vault.A', 11n)
      .transfer('vault.B', 'taker.B', 7n)
      .build();
    const { swaps, fills } = tradesOf(tx);
    expect(fills).toEqual([]);
    expect(swaps).toMatchObject([{ pool: address('market'), poolIn: 11n, poolOut: 7n }]);
  });
});

describe('a log that does not prove a fill', () => {
  it('is not kept, or of a transaction that failed', () => {
    const tx = batch().logs(record()).build();
    expect(fillsOf(tx)).toEqual(one);
    expect(fillsOf(withLog(tx, null))).toEqual([]);
    expect(fillsOf(withLog(tx, []))).toEqual([]);
    expect(tradesOf({ ...tx, meta: { ...tx.meta!, error: '"AccountInUse"' } }).fills).toEqual([]);
  });

  it('holds the record of another program: before, within or after a batch, or in Manifest’s name', () => {
    const forgers: TransactionBuilder[] = [
      batch(new TransactionBuilder('taker').outer('forger', ['taker'], '01').logs(record())),
      batch().outer('forger', ['taker', MANIFEST.id, 'market'], BATCH_UPDATE).logs(record()),
      batch().inner(2, 'forger', ['taker'], '01').logs(record()),
      batch(new TransactionBuilder('taker').outer('forger', [], '01'))
        .outer('forger', ['taker', 'market'], BATCH_UPDATE)
        .logs(record())
        .inner(2, MANIFEST.id, ['taker', 'market', 'system'], BATCH_UPDATE),
    ];
    for (const forger of forgers) expect(fillsOf(forger.build())).toEqual([]);
  });

  it('holds the record of another instruction of Manifest', () => {
    const tx = batch().outer(MANIFEST.id, ['taker', 'market'], '01').logs(record()).build();
    expect(fillsOf(tx)).toEqual([]);
  });

  it('names another market or taker than the call, or a trade of nothing', () => {
    for (const change of [
      { market: address('other market') },
      { taker: address('maker') },
      { baseAtoms: 0n },
      { quoteAtoms: 0n },
      { quoteMint: address('B') },
    ])
      expect(fillsOf(batch().logs(record(change)).build())).toEqual([]);
  });

  it('holds a record of another length, tag or direction, or one that is not base64', () => {
    const whole = record();
    const changed = (at: number, value: number): Uint8Array =>
      whole.map((byte, index) => (index === at ? value : byte));
    for (const bytes of [
      whole.subarray(0, -1),
      Buffer.concat([whole, new Uint8Array(1)]),
      whole.subarray(8),
      changed(0, 0),
      changed(7, 0),
      changed(216, 2),
      new Uint8Array(0),
    ])
      expect(fillsOf(batch().logs(bytes).build())).toEqual([]);
    const tx = batch().logs(whole).build();
    const encoded = Buffer.from(whole).toString('base64');
    for (const line of [
      `Program data: ${encoded.slice(0, -1)}`,
      `Program data: ${encoded.replaceAll('=', '')}`,
      `Program data: *${encoded.slice(1)}`,
      `Program data: ${encoded} AA==`,
      `Program data: AA== ${encoded}`,
      `Program data:${encoded}`,
      `Program log: Program data: ${encoded}`,
      `Program data: ${encoded}\nProgram data: ${encoded}`,
    ])
      expect(fillsOf(withLog(tx, logOf(tx).with(1, line)))).toEqual([]);
  });

  it('was cut off: what came before counts, nothing after it does', () => {
    const tx = batch()
      .logs(record())
      .logs(record({ quoteAtoms: 5n }))
      .build();
    const [begin, first, second, end] = logOf(tx);
    expect(fillsOf(withLog(tx, [begin!, first!, 'Log truncated']))).toEqual(one);
    expect(fillsOf(withLog(tx, [begin!, first!, 'Log truncated', second!, end!]))).toEqual(one);
    expect(fillsOf(withLog(tx, ['Log truncated', begin!, first!]))).toEqual([]);
  });

  it('was cut off so that the end of the batch is missing before another program’s record', () => {
    const builder = batch().outer('forger', ['taker'], '01').logs(record());
    const tx = builder.build();
    const [begin, end, forger, forged, forgerEnd] = builder.log();
    expect(end).toBe(`Program ${MANIFEST.id} success`);
    for (const log of [
      [begin!, 'Log truncated', forged!, forgerEnd!],
      [begin!, forger!, forged!, forgerEnd!],
    ])
      expect(fillsOf(withLog(tx, log))).toEqual([]);
  });

  it('does not fit the calls: another program, or another number of calls', () => {
    const builder = new TransactionBuilder('taker')
      .outer('wrapper', ['taker'], '02')
      .inner(2, MANIFEST.id, ['taker', 'market', 'system'], BATCH_UPDATE)
      .logs(record());
    const tx = builder.build();
    expect(fillsOf(tx)).toEqual(one);
    const [outer, inner, data, innerEnd, outerEnd] = builder.log();
    const other = 'Program whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc';
    for (const log of [
      [outer!, `${other} invoke [2]`, data!, `${other} success`, outerEnd!],
      [outer!, inner!, data!, innerEnd!, inner!, innerEnd!, outerEnd!],
      [innerEnd!, outer!, data!, inner!],
      [data!, outer!, outerEnd!],
    ])
      expect(fillsOf(withLog(tx, log))).toEqual([]);
    const twice = builder
      .inner(2, MANIFEST.id, ['taker', 'market', 'system'], BATCH_UPDATE)
      .logs(record())
      .build();
    expect(fillsOf(twice)).toEqual([...one, ...one]);
    expect(fillsOf(withLog(twice, [outer!, inner!, data!, innerEnd!, outerEnd!]))).toEqual([]);
  });

  it('lacks the calls, but only if there are no inner instructions; their heights do not matter', () => {
    const tx = new TransactionBuilder('taker')
      .outer('wrapper', ['taker'], '02')
      .inner(2, 'other', ['taker'], '02')
      .inner(3, MANIFEST.id, ['taker', 'market', 'system'], BATCH_UPDATE)
      .logs(record())
      .build();
    expect(fillsOf(tx)).toEqual(one);
    const without = (
      innerInstructions: NonNullable<Transaction['meta']>['innerInstructions'],
    ): Transaction => ({
      ...tx,
      meta: { ...tx.meta!, innerInstructions },
    });
    expect(fillsOf(without(null))).toEqual([]);
    const flat = tx.meta!.innerInstructions!.map(({ index, instructions }) => ({
      index,
      instructions: instructions.map((ix) => ({ ...ix, stackHeight: null })),
    }));
    expect(fillsOf(without(flat))).toEqual(one);
  });
});

it('the logs are kept of exactly the programs whose layouts read them', () => {
  const reading = DEX_PROGRAMS.filter(
    ({ instructions, swapEvent }) =>
      swapEvent?.written === 'log' ||
      instructions.some((layout) => 'loggedFill' in layout && layout.loggedFill !== undefined),
  );
  expect(reading.map(({ id }) => id).sort()).toEqual([...LOGGED_PROGRAMS].sort());
});
