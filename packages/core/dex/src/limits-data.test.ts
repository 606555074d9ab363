import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { accountKeys, parseExactJson, parseGetBlock, type Transaction, toBase58 } from '@tickscope/chain';
import { describe, expect, it } from 'vitest';
import { extractTrades } from './extract-trades.js';
import { DEX_PROGRAMS } from './programs/index.js';
import { ROUTE_PROGRAMS } from './programs/routes.js';
import { isPublicProgram } from './public-programs.js';
import type { RouteLimit, Swap, TransactionTrades } from './swap.js';
import { type RealTransaction, realTransactions } from './testing/real-transactions.js';
import {
  hasSharedData,
  parseGetTransaction,
  readSharedBlock,
  readSharedJson,
  sharedPath,
} from './testing/shared-data.js';

/**
 * A transaction that succeeded kept every limit in it. So a limit that was read at a wrong place shows: it is beyond
 * what was traded, or far from it.
 */
interface Row extends RealTransaction {
  trades: TransactionTrades;
}

/** A limit, and what the trade that it limits came to, as closely as the transaction shows it. */
interface Kept {
  where: string;
  limit: Pick<RouteLimit, 'kind' | 'amount'>;
  traded: bigint;
}

describe.skipIf(!hasSharedData)('limits on the chain (skipped without ../shared/data)', () => {
  const rows = realTransactions()
    .filter(({ tx }) => tx.meta?.error === null)
    .map((real): Row => ({ ...real, trades: extractTrades(real.slot, real.tx) }));
  const own = rows.flatMap(ownLimits);
  const routes = rows.flatMap(routesOf);
  const ofRoutes = routes.map(keptByRoute);

  it('were kept by every swap and every route', () => {
    for (const { where, limit, traded } of [...own, ...ofRoutes]) {
      const isKept = limit.kind === 'least_out' ? traded >= limit.amount : traded <= limit.amount;
      expect([where, limit, traded, isKept]).toEqual([where, limit, traded, true]);
    }
    expect(own).toHaveLength(30);
    expect(ofRoutes).toHaveLength(32);
  });

  it('are of what arrived after the aggregator’s fee: 85 basis points of what the pools gave', () => {
    const block = readSharedBlock('full-blocks/355825332.base64.getblock.json.gz', 355_825_332);
    const { swaps } = extractTrades(block.slot, block.transactions.find(({ index }) => index === 107)!);
    expect(swaps.map(({ routeLimit }) => [routeLimit!.quoted, routeLimit!.moved])).toEqual(
      Array(2).fill([6_923_233n, 6_923_028n]),
    );
    expect(swaps.at(-1)!.traderOut).toBe(6_982_378n);
  });

  it('are near what was traded: all but one within a factor of a thousand, quotes within two', () => {
    const isNear = ({ limit: { kind, amount }, traded }: Kept): boolean =>
      kind === 'least_out' ? amount * 1_000n >= traded : amount <= traded * 1_000n;
    const near = [...own, ...ofRoutes].filter(isNear).length;
    // One trader asked for at least 11 units, and got twelve billion.
    expect([near, own.length + ofRoutes.length]).toEqual([61, 62]);
    for (const route of routes) {
      const { quoted } = route.limit;
      const { where, traded } = keptByRoute(route);
      if (quoted !== null)
        expect([where, quoted < 2n * traded && traded < 2n * quoted]).toEqual([where, true]);
    }
  });

  it('are counted by program and by aggregator', () => {
    const swaps = rows.flatMap(({ trades }) => trades.swaps);
    const isOwn = ({ limit }: Swap): boolean => limit !== null;
    const isOfRoute = ({ routeLimit }: Swap): boolean => routeLimit !== null;
    const routed = swaps.filter(({ outerProgramId }) => routeName(outerProgramId) !== undefined);
    const direct = swaps.filter(({ outerProgramId, programId }) => outerProgramId === programId);
    printShares('of their own, swaps called directly', direct, programName, isOwn);
    printShares('of their own, all swaps', swaps, programName, isOwn);
    printShares('of the route', routed, ({ outerProgramId }) => routeName(outerProgramId)!, isOfRoute);
    const known = [direct.filter(isOwn), routed.filter(isOfRoute), swaps.filter(isOwn)];
    expect([swaps.length, direct.length, routed.length]).toEqual([133, 31, 82]);
    expect(known.map(({ length }) => length)).toEqual([24, 74, 30]);
    expect(swaps.filter((swap) => isOwn(swap) || isOfRoute(swap))).toHaveLength(102);
  });

  /** Each value is read here from the bytes, at the place that the program's published interface gives. */
  it.each([
    [
      'Raydium AMM v4 swap_base_in',
      'tx-parser/raydiumLiquidityPoolV4_swap_1',
      4,
      'least_out',
      9,
      36_196_423_957n,
    ],
    ['Raydium AMM v4 swap_base_out', 'block 254170887 126', 0, 'most_in', 1, 3_615_576_989n],
    ['Pump.fun buy', 'tx-parser/pumpfun_buy_0', 2, 'most_in', 16, 5_700_000_000n],
    [
      'Pump.fun buy_exact_sol_in',
      'pumpfun/raw_create_tx_from_gettransaction',
      5,
      'least_out',
      16,
      95_594_545_454_545n,
    ],
    ['Pump.fun sell', 'tx-parser/pumpfun_sell_0', 3, 'least_out', 16, 35_951_023_733n],
  ] as const)('%s: the limit is the number in its data', (_, name, outer, kind, at, amount) => {
    const { tx, trades } = rowOf(name);
    expect(bytesOf(tx, outer).readBigUInt64LE(at)).toBe(amount);
    expect(trades.swaps.map(({ limit }) => limit)).toEqual([{ kind, amount }]);
  });

  it('Pump.fun buy_v2 under a router: at most what was paid', () => {
    const { trades } = rowOf('pumpfun/raw_buy_tx_from_gettransaction');
    expect(trades.swaps).toMatchObject([
      { limit: { kind: 'most_in', amount: 3_517_192n }, traderIn: 3_517_192n },
    ]);
  });

  it('Jupiter route: the quote at the end of the data, less the slippage, rounded up', () => {
    const { tx, trades } = rowOf('tx-parser/jupiterAggregatorV6_Route_1');
    const data = bytesOf(tx, 5);
    const end = data.length;
    expect([data.readBigUInt64LE(end - 11), data.readUInt16LE(end - 3)]).toEqual([3_861_519_639_304n, 80]);
    // 3861519639304 × 0.992 = 3830627482189.568
    expect(trades.swaps.map(({ routeLimit }) => routeLimit)).toMatchObject([
      {
        kind: 'least_out',
        amount: 3_830_627_482_190n,
        quoted: 3_861_519_639_304n,
        outerIndex: 5,
        innerIndex: null,
        mint: trades.swaps[0]!.mintOut,
      },
    ]);
  });

  it('Jupiter route_v2: quote and slippage before the route', () => {
    const { tx, trades } = rowOf('2026/jupiter-raydium-v4-v2');
    const data = bytesOf(tx, 1);
    expect([data.readBigUInt64LE(16), data.readUInt16LE(24)]).toEqual([1_588_114n, 100]);
    // 1588114 × 0.99 = 1572232.86
    expect(trades.swaps).toMatchObject([
      { limit: null, routeLimit: { amount: 1_572_233n, quoted: 1_588_114n, mint: trades.swaps[0]!.mintOut } },
    ]);
  });

  it('Jupiter shared_accounts_route: one limit for all swaps of the route, parallel ones too', () => {
    const { trades } = rowOf('tx-parser/jupiterAggregatorV6_sharedAccountsRoute_1');
    // 923100690 × 0.96 = 886176662.4; the user got 188382438 + 756562732 in two parts.
    expect(trades.swaps.map(({ routeLimit }) => routeLimit?.amount)).toEqual(Array(4).fill(886_176_663n));
  });

  it.each([
    ['OKX', 'tx-parser/OKXDEX_swap_0', 3, 24, 47_564n, 79_272n],
    [
      'OKX with a commission',
      'tx-parser/OKXDEX_commissionSplProxySwap',
      3,
      24,
      6_245_197_011n,
      6_372_650_011n,
    ],
    ['Titan', '2026/titan-sanctum-alphaq-whirlpool', 2, 16, 1_203_056_088_729n, null],
    ['Raydium’s router', 'wallets/swap-a16z-usdt-sol', 0, 9, 28_017n, null],
  ])('%s: the least amount out is in the data', (_, name, outer, at, amount, quoted) => {
    const { tx, trades } = rowOf(name);
    expect(bytesOf(tx, outer).readBigUInt64LE(at)).toBe(amount);
    const last = trades.swaps.at(-1)!;
    for (const { routeLimit } of trades.swaps)
      expect(routeLimit).toMatchObject({ kind: 'least_out', amount, quoted, mint: last.mintOut });
  });

  it('DFlow swap2: the quote at the end of the data, less the slippage', () => {
    const { tx, trades } = rowOf('2026/dflow-scorch');
    const data = bytesOf(tx, 1);
    expect([data.readBigUInt64LE(data.length - 13), data.readUInt16LE(data.length - 5)]).toEqual([
      14_517_414_133n,
      20,
    ]);
    // 14517414133 × 0.998 = 14488379304.734
    expect(trades.swaps).toMatchObject([
      { routeLimit: { amount: 14_488_379_305n, quoted: 14_517_414_133n, mint: trades.swaps[0]!.mintOut } },
    ]);
  });

  it.each([
    ['photon_pumpfun_buy_0', 2, 5_326_107_853_994n, 5_609_742_876_530n],
    ['photon_pumpfun_buy_1', 3, 292_419_578_144n, 294_233_863_538n],
  ])(
    'Photon’s buy, %s: the least amount of tokens, not the pool’s most lamports',
    (file, outer, amount, got) => {
      const { tx, trades } = rowOf(`tx-parser/${file}`);
      expect(bytesOf(tx, outer).readBigUInt64LE(24)).toBe(amount);
      expect(trades.swaps).toMatchObject([
        { traderOut: got, routeLimit: { kind: 'least_out', amount, mint: trades.swaps[0]!.mintOut } },
      ]);
    },
  );

  it('Photon’s sale: the pool’s instruction repeats its least amount', () => {
    const { tx, trades } = rowOf('tx-parser/photon_pumpfun_sell');
    const amount = 825_562_647n;
    expect(bytesOf(tx, 2).readBigUInt64LE(24)).toBe(amount);
    expect(trades.swaps).toMatchObject([{ limit: { kind: 'least_out', amount }, routeLimit: null }]);
  });

  /** The two trades are in `terminals.json`. */
  it('Axiom’s buy: the least amount of tokens, at byte 9', () => {
    const { slot, tx } = parseGetTransaction(readSharedJson('public/axiom/b2-axiom-buy-203.json'));
    const data = bytesOf(tx, 2);
    expect([data.readBigUInt64LE(1), data.readBigUInt64LE(9)]).toEqual([1_683_000_000n, 28_050_891_768_588n]);
    const { swaps } = extractTrades(slot, tx);
    expect(swaps).toMatchObject([
      {
        traderOut: 33_661_070_122_306n,
        routeLimit: { kind: 'least_out', amount: 28_050_891_768_588n, quoted: null, mint: swaps[0]!.mintOut },
      },
    ]);
  });

  it('Binance Wallet’s swap: quote and least amount of the inner router’s call', () => {
    const slot = 355_825_332;
    const file = sharedPath(`full-blocks/${slot}.base64.getblock.json.gz`);
    const json = parseExactJson(gunzipSync(readFileSync(file)).toString('utf8'));
    const tx = parseGetBlock((json as { result: unknown }).result, slot).transactions[154]!;
    const data = bytesOf(tx, 2);
    expect([data.readBigUInt64LE(21), data.readBigUInt64LE(29)]).toEqual([620_859_628n, 614_651_032n]);
    const { swaps } = extractTrades(slot, tx);
    expect(swaps).toMatchObject([
      {
        traderOut: 620_859_628n,
        routeLimit: {
          ...{ kind: 'least_out', amount: 614_651_032n, quoted: 620_859_628n },
          mint: swaps[0]!.mintOut,
        },
      },
    ]);
  });

  it('every program of a known terminal, wallet or aggregator is public', () => {
    const { entries } = JSON.parse(readFileSync(sharedPath('facts/terminals.json'), 'utf8')) as {
      entries: { programs: { id: string }[] }[];
    };
    const ids = entries.flatMap(({ programs }) => programs.map(({ id }) => id));
    expect(ids.length).toBeGreaterThan(40);
    expect(ids.filter((id) => !isPublicProgram(id))).toEqual([]);
  });

  function rowOf(name: string): Row {
    return rows.find((row) => row.name === name)!;
  }
});

/** Prints how many swaps of each group have a limit. */
function printShares(
  title: string,
  swaps: readonly Swap[],
  groupOf: (swap: Swap) => string,
  has: (swap: Swap) => boolean,
): void {
  const groups = new Map<string, { count: number; known: number }>();
  for (const swap of swaps) {
    const group = groups.get(groupOf(swap)) ?? { count: 0, known: 0 };
    group.count += 1;
    if (has(swap)) group.known += 1;
    groups.set(groupOf(swap), group);
  }
  const shares = [...groups].map(([name, { count, known }]) => `${name} ${known} of ${count}`);
  process.stdout.write(`\nlimits ${title}: ${shares.join(', ')}\n`);
}

function bytesOf({ instructions }: Transaction, outer: number): Buffer {
  return Buffer.from(instructions[outer]!.data);
}

function routeName(id: string): string | undefined {
  return ROUTE_PROGRAMS.find((route) => route.id === id)?.name;
}

function programName({ programId }: Swap): string {
  return DEX_PROGRAMS.find(({ id }) => id === programId)!.name;
}

function ownLimits({ name, trades: { swaps } }: Row): Kept[] {
  return swaps.flatMap((swap) => {
    const { limit, traderIn, traderOut, dexName, outerIndex, innerIndex } = swap;
    if (limit === null) return [];
    const where = `${name} ${dexName} ${outerIndex}.${innerIndex ?? ''}`;
    const isOut = limit.kind === 'least_out';
    const { account, balanceBefore, balanceAfter } = isOut ? swap.destination : swap.source;
    const uses = swaps.filter(
      ({ source, destination }) => source.account === account || destination.account === account,
    );
    const change = (balanceAfter ?? 0n) - (balanceBefore ?? 0n);
    const gain = isOut ? change : -change;
    // The account's own change, where only this swap used it and it was not closed.
    if (account !== null && uses.length === 1 && gain > 0n) return [{ where, limit, traded: gain }];
    return [{ where, limit, traded: isOut ? traderOut : traderIn }];
  });
}

interface Route extends Row {
  limit: RouteLimit;
  swaps: Swap[];
}

function routesOf(row: Row): Route[] {
  const swaps = [...row.trades.swaps, ...row.trades.inferred];
  const limits = new Set(swaps.flatMap(({ routeLimit }) => routeLimit ?? []));
  return [...limits].map((limit) => ({
    ...row,
    limit,
    swaps: swaps.filter(({ routeLimit }) => routeLimit === limit),
  }));
}

/** Gain of the signers' accounts in the route's mint, else the output of its last swaps. */
function keptByRoute({ name, tx, trades, limit, swaps }: Route): Kept {
  const where = `${name} route ${limit.outerIndex}.${limit.innerIndex ?? ''}`;
  expect([where, limit.kind]).toEqual([where, 'least_out']);
  let paid = 0n;
  for (const { mintOut, traderOut } of swaps) if (mintOut === limit.mint) paid += traderOut;
  const isReturning = swaps[0]!.mintIn === limit.mint;
  const isMovedElsewhere = trades.tokenLinks.some(
    ({ mint, outerIndex }) => mint === limit.mint && outerIndex !== limit.outerIndex,
  );
  const gain = isReturning || isMovedElsewhere ? 0n : gainOfSigners(tx, limit.mint);
  return { where, limit, traded: gain > 0n ? gain : paid };
}

function gainOfSigners(tx: Transaction, mint: string | null): bigint {
  const signers = accountKeys(tx).slice(0, tx.header.numRequiredSignatures).map(toBase58);
  const { preTokenBalances, postTokenBalances } = tx.meta!;
  const heldIn = (balances: typeof preTokenBalances): bigint =>
    balances
      .filter((balance) => balance.mint === mint && signers.includes(balance.owner ?? ''))
      .reduce((sum, { amount }) => sum + amount, 0n);
  return heldIn(postTokenBalances) - heldIn(preTokenBalances);
}
