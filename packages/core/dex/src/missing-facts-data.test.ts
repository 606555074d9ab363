import { describe, expect, it } from 'vitest';
import { explainTransaction } from './explain/explain.js';
import { extractTrades } from './extract-trades.js';
import { hasSharedData, parseGetTransaction, readSharedJson } from './testing/shared-data.js';

/**
 * One transaction whose source left out a part of its meta. Whole, it has three swaps (facts in the data's README, and
 * its vaults' changes): Byreal 27.853252 USDC → 27.859855 USDT, Raydium CLMM → 0.1796014 SOL, Raydium CLMM → 10,000 of a
 * token. Without balances, the mints of the middle one follow from the accounts that the transaction opened.
 */
const BYREAL = 'REALQqNEomY6cQGZJUGwywTBD2UmDT32rZcNnfxQ5N2';
const CLMM = 'CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK';
const JUPITER = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4';

describe.skipIf(!hasSharedData)('a transaction with a part left out (skipped without ../shared/data)', () => {
  const read = (path: string) => parseGetTransaction(readSharedJson(`public/${path}.json`));
  const trades = (path: string) => {
    const { slot, tx } = read(path);
    return extractTrades(slot, tx);
  };
  const amounts = (path: string) =>
    trades(path).swaps.map(({ programId, poolIn, poolOut }) => [programId, poolIn, poolOut]);
  const unknown = (path: string) =>
    trades(path).unknownFrames.map(({ programId, outerIndex, innerIndex, isInferred, lacks }) => [
      programId,
      `${outerIndex}.${innerIndex ?? ''}`,
      isInferred,
      lacks,
    ]);

  it('has three swaps if it is whole', () => {
    expect(amounts('jupiter-routes/exact_out_route_v2')).toEqual([
      [BYREAL, 27_853_252n, 27_859_855n],
      [CLMM, 27_859_855n, 179_601_400n],
      [CLMM, 179_601_400n, 10_000_000_000n],
    ]);
    expect(unknown('jupiter-routes/exact_out_route_v2')).toEqual([]);
  });

  it.each(['balances-absent', 'balances-empty'])('%s: counts the two swaps that it cannot read', (name) => {
    expect(amounts(`balances-missing/${name}`)).toEqual([[CLMM, 27_859_855n, 179_601_400n]]);
    expect(unknown(`balances-missing/${name}`)).toEqual([
      [BYREAL, '4.0', false, 'mints'],
      [CLMM, '4.6', false, 'mints'],
    ]);
  });

  it('does not state balances that are not recorded', () => {
    const [swap] = trades('balances-missing/balances-absent').swaps;
    for (const side of [swap?.source, swap?.destination])
      expect([side?.balanceBefore, side?.balanceAfter]).toEqual([null, null]);
  });

  it('inner-instructions-null: counts the router’s call that names DEXs', () => {
    expect(amounts('balances-missing/inner-instructions-null')).toEqual([]);
    expect(unknown('balances-missing/inner-instructions-null')).toEqual([
      [JUPITER, '4.', false, 'inner_instructions'],
    ]);
  });

  it('loaded-addresses-absent: counts the three exchanges, under the program around them', () => {
    expect(amounts('balances-missing/loaded-addresses-absent')).toEqual([]);
    expect(unknown('balances-missing/loaded-addresses-absent')).toEqual([
      [JUPITER, '4.0', false, 'addresses'],
      [JUPITER, '4.3', false, 'addresses'],
      [JUPITER, '4.6', false, 'addresses'],
    ]);
  });

  it('says of each such call why it was not read', () => {
    const reasons = (name: string) => {
      const { slot, tx } = read(`balances-missing/${name}`);
      const { unknownFrames, calls } = explainTransaction(slot, tx);
      return [
        unknownFrames.map(({ notInferred }) => notInferred),
        calls.filter(({ role }) => role === 'unreadable' || role === 'swap_like').map(({ role }) => role),
      ];
    };
    expect(reasons('balances-absent')).toEqual([
      ['mints_unknown', 'mints_unknown'],
      ['unreadable', 'unreadable'],
    ]);
    expect(reasons('inner-instructions-null')).toEqual([['inner_instructions_unknown'], ['unreadable']]);
  });
});
