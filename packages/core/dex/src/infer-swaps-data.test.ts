import { describe, expect, it } from 'vitest';
import { readTransaction } from './extract-trades.js';
import type { DexProgram } from './layout.js';
import { DEX_PROGRAMS } from './programs/index.js';
import { ROUTE_PROGRAMS } from './programs/routes.js';
import { rolesOf } from './roles.js';
import type { InferredSwap, Swap } from './swap.js';
import { type RealTransaction, realTransactions } from './testing/real-transactions.js';
import { hasSharedData } from './testing/shared-data.js';

/**
 * The rule for swaps without a layout, tried on swaps whose layouts are known: each program's file is taken out in
 * turn, and what the rule then finds is compared with what the file found.
 */
const SAME = [
  'mintIn',
  'mintOut',
  'poolIn',
  'poolOut',
  'vaultIn',
  'vaultOut',
  'traderIn',
  'traderOut',
  'trader',
  'authority',
] as const;

/**
 * Pump.fun trades for its own agent: both sides are a program's addresses, and neither is used elsewhere in the
 * transaction. Counted as an unknown frame.
 */
const UNDECIDED = ['pumpfun/raw_buy_tx_from_gettransaction 2/0'];

interface Row {
  name: string;
  /** Between token accounts: a curve in native SOL moves only one of its legs. */
  swaps: number;
  found: number;
  equal: number;
  wrong: number;
}

describe.skipIf(!hasSharedData)('inferred swaps of the chain (skipped without ../shared/data)', () => {
  const transactions = realTransactions();
  const trades = transactions.map((real) => ({ real, ...tradesOf(real, DEX_PROGRAMS) }));
  const missed: string[] = [];
  const pools = { ofDecoded: new Map<string, Set<string>>(), ofInferred: new Map<string, Set<string>>() };

  function rowOf(name: string, taken: readonly DexProgram[]): Row {
    const ids = new Set(taken.map(({ id }) => id));
    const rest = rolesOf(
      DEX_PROGRAMS.filter(({ id }) => !ids.has(id)),
      ROUTE_PROGRAMS,
    );
    const row: Row = { name, swaps: 0, found: 0, equal: 0, wrong: 0 };
    for (const { real, swaps, inferred: before } of trades) {
      const decoded = swaps.filter(
        ({ programId, source, destination }) =>
          ids.has(programId) && source.account !== null && destination.account !== null,
      );
      const inferred = readTransaction(real.slot, real.tx, rest)?.trades().inferred ?? [];
      for (const swap of decoded) {
        row.swaps += 1;
        const same = inferred.find((one) => placeOf(one) === placeOf(swap));
        if (same === undefined) {
          missed.push(`${real.name} ${placeOf(swap)}`);
          continue;
        }
        row.found += 1;
        if (SAME.every((field) => same[field] === swap[field])) row.equal += 1;
        link(pools.ofDecoded, `${swap.programId} ${swap.pool}`, same.pool);
        link(pools.ofInferred, same.pool, `${swap.programId} ${swap.pool}`);
      }
      const isKnown = (one: InferredSwap): boolean =>
        [...decoded, ...before].some((other) => placeOf(other) === placeOf(one));
      row.wrong += inferred.filter((one) => !isKnown(one)).length;
    }
    return row;
  }

  it('finds the swaps of each program whose file is taken out, and nothing else', () => {
    missed.length = 0;
    const rows = DEX_PROGRAMS.map((program) => rowOf(program.name, [program])).filter(
      ({ swaps }) => swaps > 0,
    );
    const sum = (field: 'swaps' | 'found' | 'equal' | 'wrong'): number =>
      rows.reduce((total, row) => total + row[field], 0);
    process.stdout.write(tableOf(rows));
    expect(sum('swaps')).toBeGreaterThan(110);
    expect(missed).toEqual(UNDECIDED);
    expect(sum('equal')).toBe(sum('found'));
    expect(sum('wrong')).toBe(0);
  });

  it('finds them without any file too', () => {
    missed.length = 0;
    const { swaps, found, equal, wrong } = rowOf('all', DEX_PROGRAMS);
    expect(missed).toEqual(UNDECIDED);
    expect([found, equal, wrong]).toEqual([swaps - 1, found, 0]);
  });

  it('gives each pool one name, and no two pools the same', () => {
    for (const names of [...pools.ofDecoded.values(), ...pools.ofInferred.values()])
      expect(names.size).toBe(1);
    expect(pools.ofDecoded.size).toBeGreaterThan(90);
  });

  it('counts every inferred swap as an unknown frame', () => {
    for (const { inferred, unknownFrames } of trades)
      expect(unknownFrames.filter(({ isInferred }) => isInferred).map(placeOf)).toEqual(
        inferred.map(placeOf),
      );
  });
});

function tradesOf({ slot, tx }: RealTransaction, programs: readonly DexProgram[]) {
  const trades = readTransaction(slot, tx, rolesOf(programs, ROUTE_PROGRAMS))?.trades();
  return {
    swaps: trades?.swaps ?? [],
    inferred: trades?.inferred ?? [],
    unknownFrames: trades?.unknownFrames ?? [],
  };
}

function placeOf({ outerIndex, innerIndex }: Pick<Swap, 'outerIndex' | 'innerIndex'>): string {
  return `${outerIndex}/${innerIndex ?? '-'}`;
}

function link(names: Map<string, Set<string>>, from: string, to: string): void {
  const known = names.get(from);
  if (known === undefined) names.set(from, new Set([to]));
  else known.add(to);
}

function tableOf(rows: readonly Row[]): string {
  const lines = rows.map(
    ({ name, swaps, found, equal, wrong }) =>
      `${name.padEnd(22)} ${[swaps, found, equal, wrong].map((count) => String(count).padStart(6)).join('')}`,
  );
  return `\n${'taken out'.padEnd(22)}  swaps found equal false\n${lines.join('\n')}\n`;
}
