import { address, TransactionBuilder, u64 } from '@tickscope/testkit/transaction-builder';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extractTrades } from './extract-trades.js';
import type {
  CurveTradeLayout,
  DexProgram,
  HopLayout,
  InstructionLayout,
  LimitPlace,
  SwapLayout,
} from './layout.js';
import { DEX_PROGRAMS } from './programs/index.js';
import { ROUTE_PROGRAMS } from './programs/routes.js';
import { isPublicProgram } from './public-programs.js';

/** Twenty-seven accounts, more than any layout names. */
const ACCOUNTS = Array.from({ length: 27 }, (_, index) => `account ${index}`);
const nameAt = (index: number): string => ACCOUNTS.at(index)!;

/** Data that a layout matches, all else zeros. */
function dataOf(layout: InstructionLayout): Uint8Array {
  const at = layout.discriminatorAt ?? 0;
  const data = Buffer.alloc([layout.dataLength ?? 64].flat()[0]!);
  data.set(Buffer.from(layout.discriminator, 'hex'), at);
  return data;
}

const swaps = DEX_PROGRAMS.flatMap((program) =>
  program.instructions
    .filter((layout): layout is SwapLayout => layout.does === 'swap')
    .map((layout): [string, DexProgram, SwapLayout] => [`${program.name} ${layout.name}`, program, layout]),
);

describe('every program of the registry', () => {
  it('has an id, a name and instructions of its own', () => {
    expect(new Set(DEX_PROGRAMS.map(({ id }) => id)).size).toBe(DEX_PROGRAMS.length);
    expect(new Set(DEX_PROGRAMS.map(({ name }) => name)).size).toBe(DEX_PROGRAMS.length);
    for (const { id, instructions } of DEX_PROGRAMS) {
      expect(address(id)).toBe(id);
      const markers = instructions.map(
        ({ discriminator, discriminatorAt }) => `${discriminatorAt ?? 0}:${discriminator}`,
      );
      expect(new Set(markers).size).toBe(markers.length);
      expect(instructions.some(({ does }) => does === 'swap' || does === 'curve_trade')).toBe(true);
    }
  });

  it('is public, as routes are, and a stranger’s is not', () => {
    for (const { id } of [...DEX_PROGRAMS, ...ROUTE_PROGRAMS]) expect(isPublicProgram(id)).toBe(true);
    expect(isPublicProgram(address('a program of my own'))).toBe(false);
    expect(new Set(ROUTE_PROGRAMS.map(({ id }) => id)).size).toBe(ROUTE_PROGRAMS.length);
  });

  it.each(swaps)(
    '%s: swaps both ways are found with their pool, authority and amounts',
    (_, program, layout) => {
      const [hop, ...rest] = layout.hops;
      if (hop === undefined || rest.length > 0) return; // Two-hops have tests of their own.
      for (const isForward of [true, false]) {
        const trader = traderOf(hop, isForward);
        const [first, second] = vaultsOf(hop);
        const [vaultIn, vaultOut] = isForward ? [first, second] : [second, first];
        const tx = new TransactionBuilder(nameAt(hop.authority))
          .token(nameAt(trader.source), 'IN', nameAt(hop.authority), 1_000n)
          .token(nameAt(trader.destination), 'OUT', nameAt(hop.authority), 0n)
          .token(nameAt(vaultIn), 'IN', 'pool owner', 10_000n)
          .token(nameAt(vaultOut), 'OUT', 'pool owner', 10_000n)
          .outer(program.id, ACCOUNTS, dataOf(layout))
          .transfer(nameAt(trader.source), nameAt(vaultIn), 11n)
          .transfer(nameAt(vaultOut), nameAt(trader.destination), 7n)
          .build();
        expect(extractTrades(1, tx).swaps).toMatchObject([
          {
            programId: program.id,
            dexName: program.name,
            poolKind: program.kind,
            pool: address(nameAt(hop.pool)),
            mintIn: address('IN'),
            mintOut: address('OUT'),
            poolIn: 11n,
            poolOut: 7n,
            traderIn: 11n,
            traderOut: 7n,
            trader: address(nameAt(hop.authority)),
            authoritySigned: true,
            source: { account: address(nameAt(trader.source)) },
            destination: { account: address(nameAt(trader.destination)) },
          },
        ]);
      }
    },
  );

  it.each(swaps.filter(([, , { limit }]) => limit !== null))(
    '%s: the limit in its data is found, and none where it asks for none',
    (_, program, layout) => {
      const [hop, ...rest] = layout.hops;
      if (hop === undefined || rest.length > 0) return;
      const trader = traderOf(hop, true);
      const [vaultIn, vaultOut] = vaultsOf(hop);
      const variants = variantsOf(layout);
      expect(variants.length).toBeGreaterThan(0);
      for (const { data, place } of variants)
        fc.assert(
          fc.property(limitArbitrary, (amount) => {
            const stated = Buffer.from(data);
            stated.writeBigUInt64LE(amount, place.at);
            const tx = new TransactionBuilder(nameAt(hop.authority))
              .token(nameAt(trader.source), 'IN', nameAt(hop.authority), 1_000n)
              .token(nameAt(trader.destination), 'OUT', nameAt(hop.authority), 0n)
              .token(nameAt(vaultIn), 'IN', 'pool owner', 10_000n)
              .token(nameAt(vaultOut), 'OUT', 'pool owner', 10_000n)
              .outer(program.id, ACCOUNTS, stated)
              .transfer(nameAt(trader.source), nameAt(vaultIn), 11n)
              .transfer(nameAt(vaultOut), nameAt(trader.destination), 7n)
              .build();
            const isNone = place.kind === 'least_out' ? amount < 2n : amount === U64_MAX;
            const limit = isNone ? null : { kind: place.kind, amount };
            expect(extractTrades(1, tx).swaps).toMatchObject([{ limit, routeLimit: null }]);
          }),
          { numRuns: 12 },
        );
    },
  );

  it.each(swaps)('%s: a failed one is an attempt', (_, program, layout) => {
    for (const [partIndex, hop] of layout.hops.entries()) {
      const trader = traderOf(hop, true);
      const [first, second] = vaultsOf(hop);
      const tx = new TransactionBuilder(nameAt(hop.authority))
        .token(nameAt(trader.source), 'A', nameAt(hop.authority), 1_000n)
        .token(nameAt(first), 'A', 'pool owner', 10_000n)
        .token(nameAt(second), 'B', 'pool owner', 10_000n)
        .outer(program.id, ACCOUNTS, dataOf(layout))
        .build('{"InstructionError":[0,{"Custom":1}]}');
      const { swaps: none, attempts } = extractTrades(1, tx);
      expect(none).toEqual([]);
      expect(attempts[partIndex]).toMatchObject({
        pool: address(nameAt(hop.pool)),
        partIndex,
        trader: address(nameAt(hop.authority)),
        direction: expectedDirection(hop, dataOf(layout)),
      });
    }
  });
});

const U64_MAX = 2n ** 64n - 1n;
const limitArbitrary = fc.oneof(
  fc.bigInt({ min: 0n, max: U64_MAX }),
  fc.constantFrom(0n, 1n, 2n, U64_MAX - 1n, U64_MAX),
);

/** Data of each kind of limit that a layout can have, by trying what a single byte of it may say. */
function variantsOf(layout: SwapLayout): { data: Uint8Array; place: LimitPlace }[] {
  const { limit, discriminator } = layout;
  const plain = dataOf(layout);
  if (limit === null) return [];
  if (typeof limit !== 'function') return [{ data: plain, place: limit }];
  const found = new Map<string, { data: Uint8Array; place: LimitPlace }>();
  for (let at = discriminator.length / 2; at < plain.length; at += 1)
    for (const value of [0, 1, 2]) {
      const data = Uint8Array.from(plain);
      data[at] = value;
      const place = limit(data);
      if (place !== null) found.set(`${place.kind} ${place.at}`, { data, place });
    }
  return [...found.values()];
}

function traderOf({ trader }: HopLayout, isForward: boolean): { source: number; destination: number } {
  if ('source' in trader) return trader;
  return isForward
    ? { source: trader.a, destination: trader.b }
    : { source: trader.b, destination: trader.a };
}

/** Vaults of a pool; if it has several mints, of any two. */
function vaultsOf({ vaults }: HopLayout): readonly [number, number] {
  return 'first' in vaults ? [vaults.first, vaults.first + 1] : vaults;
}

/** With A in the first vault and in the trader's first account. */
function expectedDirection({ trader, vaults }: HopLayout, data: Uint8Array): unknown {
  const forward = { mintIn: address('A'), mintOut: address('B') };
  // Which of several vaults pays out is not known before anything moved.
  if ('first' in vaults) return null;
  if ('source' in trader) return forward;
  const aToB = trader.aToB(data);
  return aToB === null ? null : aToB ? forward : { mintIn: address('B'), mintOut: address('A') };
}

describe('a curve that holds native SOL', () => {
  const moonshot = program('Moonshot');
  const boop = program('Boop');
  const SOL = 'So11111111111111111111111111111111111111112';

  const builderFor = ({ vault, traderAccount, wallet }: CurveTradeLayout): TransactionBuilder =>
    new TransactionBuilder(nameAt(wallet))
      .token(nameAt(vault), 'TOKEN', 'curve', 1_000n)
      .token(nameAt(traderAccount), 'TOKEN', nameAt(wallet), 1_000n);

  it('Moonshot: a buyer pays the curve and two fee accounts by system transfers', () => {
    const layout = trade(moonshot, 'buy');
    const tx = builderFor(layout)
      .outer(moonshot.id, ACCOUNTS, dataOf(layout))
      .systemTransfer(nameAt(0), nameAt(2), 1_000n)
      .systemTransfer(nameAt(0), nameAt(4), 7n)
      .systemTransfer(nameAt(0), nameAt(5), 3n)
      .transfer(nameAt(3), nameAt(1), 50n)
      .build();
    expect(extractTrades(1, tx).swaps).toMatchObject([
      {
        pool: address(nameAt(2)),
        mintIn: SOL,
        mintOut: address(nameAt(6)),
        poolIn: 1_000n,
        traderIn: 1_010n,
        poolOut: 50n,
        traderOut: 50n,
        source: { account: null, owner: address(nameAt(0)) },
      },
    ]);
  });

  const sale = (collateral: bigint): TransactionBuilder => {
    const layout = trade(moonshot, 'sell');
    const event = Buffer.concat([
      Buffer.from('e445a52e51cb9a1dbddb7fd34ee661ee', 'hex'),
      ...[50n, collateral, 7n, 3n].map(u64),
    ]);
    return builderFor(layout)
      .outer(moonshot.id, ACCOUNTS, dataOf(layout))
      .transfer(nameAt(1), nameAt(3), 50n)
      .moveLamports(nameAt(2), nameAt(0), 990n)
      .moveLamports(nameAt(2), nameAt(4), 7n)
      .moveLamports(nameAt(2), nameAt(5), 3n)
      .inner(2, moonshot.id, [], event);
  };

  it('Moonshot: a seller gets the loss of the curve minus the fees of the event', () => {
    expect(extractTrades(1, sale(1_000n).build()).swaps).toMatchObject([
      { poolIn: 50n, poolOut: 1_000n, traderOut: 990n, destination: { account: null } },
    ]);
  });

  it('Moonshot: a sale whose event and balance disagree, or with another beside it, is left out', () => {
    expect(extractTrades(1, sale(1_234n).build()).swaps).toEqual([]);
    const layout = trade(moonshot, 'sell');
    const twice = sale(1_000n).outer(moonshot.id, ACCOUNTS, dataOf(layout)).build();
    expect(extractTrades(1, twice).swaps).toEqual([]);
  });

  it('Boop: both ways by system transfers; without them nothing', () => {
    const buy = trade(boop, 'buy_token');
    const bought = builderFor(buy)
      .outer(boop.id, ACCOUNTS, dataOf(buy))
      .systemTransfer(nameAt(6), nameAt(4), 1_000n)
      .systemTransfer(nameAt(6), nameAt(2), 10n)
      .transfer(nameAt(3), nameAt(5), 50n)
      .build();
    expect(extractTrades(1, bought).swaps).toMatchObject([
      { poolIn: 1_000n, traderIn: 1_010n, traderOut: 50n },
    ]);
    const sell = trade(boop, 'sell_token');
    const sold = builderFor(sell)
      .outer(boop.id, ACCOUNTS, dataOf(sell))
      .systemTransfer(nameAt(4), nameAt(7), 900n)
      .systemTransfer(nameAt(4), nameAt(2), 9n)
      .transfer(nameAt(5), nameAt(3), 50n)
      .build();
    expect(extractTrades(1, sold).swaps).toMatchObject([{ poolIn: 50n, poolOut: 909n, traderOut: 900n }]);
    const silent = builderFor(sell)
      .outer(boop.id, ACCOUNTS, dataOf(sell))
      .transfer(nameAt(5), nameAt(3), 50n)
      .build();
    expect(extractTrades(1, silent).swaps).toEqual([]);
  });

  it('a failed trade is an attempt with its direction', () => {
    const layout = trade(moonshot, 'sell');
    const tx = builderFor(layout)
      .outer(moonshot.id, ACCOUNTS, dataOf(layout))
      .build('{"InstructionError":[0,{"Custom":1}]}');
    expect(extractTrades(1, tx).attempts).toMatchObject([
      { pool: address(nameAt(2)), direction: { mintIn: address(nameAt(6)), mintOut: SOL } },
    ]);
  });
});

function program(name: string): DexProgram {
  return DEX_PROGRAMS.find((candidate) => candidate.name === name)!;
}

function trade({ instructions }: DexProgram, name: string): CurveTradeLayout {
  return instructions.find((layout) => layout.name === name) as CurveTradeLayout;
}
