import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { parseExactJson, parseGetBlock } from '@tickscope/chain';
import { extractBlockTrades } from '@tickscope/dex';
import { describe, expect, it } from 'vitest';
import { detectSandwiches } from './engine/detect.js';

const CASE = new URL('../../../../../shared/data/public/detection/tip-in-own-transaction/', import.meta.url);

describe.skipIf(!existsSync(CASE))(
  'a sandwich that tips in a transaction of its own (skipped without ../shared/data)',
  () => {
    it('counts, proven by the tip next to its legs, which is part of its cost', () => {
      const blocks = readdirSync(CASE)
        .sort()
        .map((name) =>
          extractBlockTrades(
            parseGetBlock(
              parseExactJson(readFileSync(new URL(name, CASE), 'utf8')),
              Number.parseInt(name, 10),
            ),
          ),
        );
      const counted = detectSandwiches(blocks).filter(({ reason }) => reason === null);
      expect(counted).toHaveLength(1);
      const [sandwich] = counted;
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
  },
);
