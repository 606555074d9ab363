import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { parseExactJson, parseGetBlock } from '@tickscope/chain';
import { extractTrades } from '@tickscope/dex';
import { describe, expect, it } from 'vitest';
import { detectSandwiches } from './engine/detect.js';
import type { BlockTrades, Sandwich, Victim } from './model/sandwich.js';

/** Generated blocks by another generator, a folder for each case; the answers are in the README beside them. */
const INPUTS = new URL('../../../../../shared/data/public/detection/', import.meta.url);

function found(name: string): Sandwich[] {
  const folder = new URL(`${name}/`, INPUTS);
  const slots = readdirSync(folder).flatMap((file) => /^(\d+)\.getblock\.json$/.exec(file)?.[1] ?? []);
  const blocks = slots.map(Number).sort((one, other) => one - other);
  return detectSandwiches(
    blocks.map((slot): BlockTrades => {
      const json = parseExactJson(readFileSync(new URL(`${slot}.getblock.json`, folder), 'utf8'));
      const trades = parseGetBlock(json, slot).transactions.map((tx) => extractTrades(slot, tx));
      return {
        slot,
        blockTime: null,
        swaps: trades.flatMap(({ swaps }) => swaps),
        attempts: trades.flatMap(({ attempts }) => attempts),
        poolEvents: trades.flatMap(({ poolEvents }) => poolEvents),
        tokenLinks: trades.flatMap(({ tokenLinks }) => tokenLinks),
      };
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
