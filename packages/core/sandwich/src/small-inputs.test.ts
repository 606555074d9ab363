import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { parseExactJson, parseGetBlock } from '@tickscope/chain';
import { extractBlockTrades } from '@tickscope/dex';
import { describe, expect, it } from 'vitest';
import { detectSandwiches } from './engine/detect.js';
import type { Sandwich, Victim } from './model/sandwich.js';

/** Generated blocks by another generator, a folder for each case; the answers are in the README beside them. */
const INPUTS = new URL('../../../../../shared/data/public/detection/', import.meta.url);

function found(name: string): Sandwich[] {
  const folder = new URL(`${name}/`, INPUTS);
  const slots = readdirSync(folder).flatMap((file) => /^(\d+)\.getblock\.json$/.exec(file)?.[1] ?? []);
  const blocks = slots.map(Number).sort((one, other) => one - other);
  return detectSandwiches(
    blocks.map((slot) => {
      const json = parseExactJson(readFileSync(new URL(`${slot}.getblock.json`, folder), 'utf8'));
      return extractBlockTrades(parseGetBlock(json, slot));
    }),
  );
}

const counted = (sandwiches: readonly Sandwich[]): Sandwich[] =>
  sandwiches.filter(({ confidence }) => confidence !== 'suspected');

describe.skipIf(!existsSync(INPUTS))('small inputs (skipped without ../shared/data)', () => {
  it('profit-taker-half-a-limit: not counted, because the limit may be younger than the front', () => {
    const taker = found('profit-taker-half-a-limit').find(({ firstSlot }) => firstSlot === 430_000_108);
    expect(taker!.confidence).toBe('suspected');
    expect(taker!.victims).toMatchObject([{ limitAge: 'unclear' }]);
    expect(taker!.victims[0]!.slippageUse).toBeCloseTo(0.538, 3);
  });

  it('no-limit-next-to-victim: suspected', () => {
    expect(found('no-limit-next-to-victim')).toMatchObject([{ confidence: 'suspected' }]);
  });

  it('own-gas-payer-called-wash, rotating-wallets-one-fee: every attack counts', () => {
    const attack = found('own-gas-payer-called-wash').find(({ firstSlot }) => firstSlot === 430_000_274);
    expect(attack).toMatchObject({ confidence: 'exact', reason: null });
    expect(counted(found('rotating-wallets-one-fee')).map(({ firstSlot }) => firstSlot)).toEqual([
      430_000_229, 430_000_234, 430_000_239,
    ]);
  });

  it('tip-in-own-transaction: counted, proven by the tip next to its legs, which is part of its cost', () => {
    const [sandwich, ...others] = counted(found('tip-in-own-transaction'));
    expect(others).toEqual([]);
    expect(sandwich!.intent).toBe('proven');
    expect(sandwich!.evidence.signs).toContain('contiguous_with_tip');
    // Transactions 0 to 3 of slot 430000332, as the file has them: front, victim, back, and a transfer to Jito. Three of
    // one wallet with a fee of 47,427 each; the difference is that of the tip account's balances.
    const { fronts, victims, backs, tips, costLamports } = sandwich!;
    const places = [...fronts, ...victims.map(({ swap }) => swap), ...backs, ...tips];
    expect(places.map(({ slot, blockIndex }) => [slot, blockIndex])).toEqual(
      [0, 1, 2, 3].map((index) => [430_000_332, index]),
    );
    expect(costLamports).toBe(3n * 47_427n + (2_141_428_060n - 2_140_683_427n));
  });

  it('platform-fee: counted, by what arrived after the aggregator’s fee', () => {
    const [sandwich, ...others] = counted(found('platform-fee'));
    expect(others).toEqual([]);
    expect(sandwich!.victims[0]!.slippageUse).toBeCloseTo(0.864, 3);
    expect(sandwich!.victims[0]!.limitAge).toBe('before');
    // The quote is what would have arrived; the same share of what the pools gave did.
    const [{ swap, lossAmount }] = sandwich!.victims as [Victim];
    const { quoted, moved } = swap.routeLimit!;
    expect(moved! < swap.traderOut).toBe(true);
    expect(Math.abs(Number(lossAmount) / Number(quoted! - moved!) - 1)).toBeLessThan(0.001);
  });

  it('two-pools-route-span: counted in both pools, by the use of the whole trade', () => {
    const sandwiches = found('two-pools-route-span');
    expect(counted(sandwiches)).toHaveLength(2);
    expect(new Set(sandwiches.map(({ pool }) => pool)).size).toBe(2);
    const [one, other] = sandwiches.map(({ victims }) => victims[0]!.slippageUse!);
    expect(one).toBeCloseTo(other!, 6);
  });

  it('soon-after-launch: counted', () => {
    expect(counted(found('soon-after-launch'))).toHaveLength(1);
  });

  it('arbitrage-cycles-1: named arbitrage', () => {
    const sandwiches = found('arbitrage-cycles-1');
    expect(counted(sandwiches)).toEqual([]);
    expect(sandwiches.map(({ reason }) => reason)).toContain('arbitrage');
  });

  it('compare-labels-two-pools: one in each pool', () => {
    expect(new Set(counted(found('compare-labels-two-pools')).map(({ pool }) => pool)).size).toBe(2);
  });
});
