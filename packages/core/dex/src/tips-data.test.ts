import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { parseExactJson, parseGetBlock } from '@tickscope/chain';
import { describe, expect, it } from 'vitest';
import { extractBlockTrades } from './block-trades.js';
import { hasSharedData, readSharedBlock, sharedPath } from './testing/shared-data.js';

interface Facts {
  services: {
    service: string;
    kind: string;
    counts: Record<string, { paid: number; lamports: number } | undefined>;
  }[];
}

describe.skipIf(!hasSharedData)('tips of whole blocks (skipped without ../shared/data)', () => {
  it('are those of the published counts, by service', () => {
    const slot = 355_825_332;
    const zipped = readFileSync(sharedPath(`full-blocks/${slot}.base64.getblock.json.gz`));
    const block = parseGetBlock(parseExactJson(gunzipSync(zipped).toString()), slot);
    const { services } = JSON.parse(readFileSync(sharedPath('facts/tip-accounts.json'), 'utf8')) as Facts;
    const expected = services.flatMap(({ service, kind, counts }) => {
      const counted = counts[slot];
      return counted === undefined || counted.paid === 0
        ? []
        : [[kind === 'unknown' ? 'unlisted' : service, counted.paid, BigInt(counted.lamports)]];
    });
    const { tips, swaps } = extractBlockTrades(block);
    const found = new Map<string, { paid: number; lamports: bigint }>();
    for (const { service, lamports } of tips) {
      const one = found.get(service) ?? { paid: 0, lamports: 0n };
      found.set(service, { paid: one.paid + 1, lamports: one.lamports + lamports! });
    }
    expect([...found].map(([service, { paid, lamports }]) => [service, paid, lamports]).sort()).toEqual(
      expected.sort(),
    );
    expect(tips.reduce((sum, { lamports }) => sum + lamports!, 0n)).toBe(4_775_820n + 30_478_748n);
    const swapping = new Set(swaps.map(({ blockIndex }) => blockIndex));
    for (const { blockIndex, isAlone } of tips) if (swapping.has(blockIndex)) expect(isAlone).toBe(false);
    expect(tips.filter(({ isAlone }) => isAlone).length).toBeGreaterThan(0);
  });

  it('are Jito’s alone in March 2024', () => {
    const { tips } = extractBlockTrades(readSharedBlock('full-blocks/254170887.getblock.json', 254_170_887));
    expect(tips.map(({ service }) => service)).toEqual(Array(6).fill('Jito'));
    expect(tips.reduce((sum, { lamports }) => sum + lamports!, 0n)).toBe(32_000_000n);
  });
});
