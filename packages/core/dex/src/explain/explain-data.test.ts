import { describe, expect, it } from 'vitest';
import { DEX_PROGRAMS } from '../programs/index.js';
import { MERCURIAL } from '../programs/mercurial.js';
import { ROUTE_PROGRAMS } from '../programs/routes.js';
import { rolesOf } from '../roles.js';
import { SOL_MINT } from '../swap.js';
import { realTransactions } from '../testing/real-transactions.js';
import { hasSharedData } from '../testing/shared-data.js';
import { explainTransaction } from './explain.js';

describe.skipIf(!hasSharedData)('explanations of the chain (skipped without ../shared/data)', () => {
  const rows = realTransactions().map((real) => ({
    ...real,
    explanation: explainTransaction(real.slot, real.tx),
  }));
  const named = (name: string) => rows.find((row) => row.name === name)!.explanation;

  it('add up, but for the rent of curves that the transaction opened', () => {
    const off = rows.flatMap(({ name, explanation: { conservation } }) => [
      ...conservation.strays.map(({ account }) => [name, account, 'stray']),
      ...conservation.vaults
        .filter(({ remainder }) => remainder !== 0n)
        .map(({ isOpened, mint, remainder }) => [name, isOpened, mint, remainder]),
    ]);
    // The rents are those of `conservation-data.test.ts`.
    expect(off.sort()).toEqual([
      ['pumpfun/raw_create_tx_from_blocksubscribe', true, null, 1_691_280n],
      ['pumpfun/raw_create_tx_from_gettransaction', true, null, 1_691_280n + 250_560n],
      ['tx-parser/pumpfun_create_0', true, null, 1_231_920n],
    ]);
    expect(rows.flatMap(({ explanation }) => explanation.conservation.vaults).length).toBeGreaterThan(250);
  });

  it('have a role for each call, and as many decoded calls as instructions with results', () => {
    for (const { name, tx, explanation } of rows) {
      const inner = tx.meta?.innerInstructions?.flatMap(({ instructions }) => instructions) ?? [];
      expect(explanation.calls.length).toBe(tx.instructions.length + inner.length);
      const { swaps, attempts, poolEvents, fills, rebates } = explanation.trades;
      expect(explanation.calls.flatMap(({ decoded }) => decoded).length).toBe(
        swaps.length + attempts.length + poolEvents.length + fills.length + rebates.length,
      );
      // Those of 2026 are transcribed, and leave some calls out.
      if (!explanation.hasStackHeights || name.startsWith('2026/')) continue;
      const heights = explanation.calls.filter(({ innerIndex }) => innerIndex !== null);
      expect(heights.map(({ depth }) => depth + 1)).toEqual(inner.map(({ stackHeight }) => stackHeight));
    }
  });

  it('sketch a program without a file as its file describes it', () => {
    const rest = rolesOf(
      DEX_PROGRAMS.filter(({ id }) => id !== MERCURIAL.id),
      ROUTE_PROGRAMS,
    );
    const frames = rows
      .filter(({ slot }) => slot === 254170887)
      .flatMap(({ slot, tx }) => {
        const explanation = explainTransaction(slot, tx, rest);
        return explanation.unknownFrames.map((frame) => ({ frame, explanation }));
      });
    expect(frames).toHaveLength(2);
    for (const { frame, explanation } of frames) {
      expect(explanation.calls.find(({ role }) => role === 'swap_like')?.programId).toBe(MERCURIAL.id);
      const { sketch } = frame;
      // Its file: tag 04, 17 bytes, the trader's accounts last, the authority at 3, the vaults from 4 on.
      expect(sketch).toMatchObject({ dataLength: 17, authority: 3 });
      expect(sketch!.firstBytes.slice(0, 2)).toBe('04');
      expect([sketch!.source, sketch!.destination]).toEqual([
        sketch!.accountCount - 2,
        sketch!.accountCount - 1,
      ]);
      for (const vault of [sketch!.vaultIn, sketch!.vaultOut]) {
        expect(vault).toBeGreaterThanOrEqual(4);
        expect(vault).toBeLessThanOrEqual(sketch!.accountCount - 3);
      }
      // The amount that the trader pays, after the tag.
      expect(sketch!.amounts).toContainEqual({ offset: 1, of: 'trader_in' });
    }
  });

  it('of routes: nothing that succeeded came to less than its limit', () => {
    const routes = rows.flatMap(({ explanation }) =>
      explanation.status === 'succeeded' ? explanation.routes : [],
    );
    for (const { kind, amount, moved } of routes)
      if (moved !== null)
        if (kind === 'least_out') expect(moved).toBeGreaterThanOrEqual(amount);
        else expect(moved).toBeLessThanOrEqual(amount);
    expect(routes.filter(({ moved }) => moved !== null).length).toBeGreaterThan(20);
    const [okx] = named('tx-parser/OKXDEX_swap_0').routes;
    expect(okx).toMatchObject({ programName: 'OKX', swaps: 2, moved: 74_619n });
  });

  it('of an aggregator of 2026: the calls, the swap and the vaults of Scorch', () => {
    const { calls, trades, conservation } = named('2026/dflow-scorch');
    expect(calls.filter(({ role }) => role === 'decoded').map(({ programName }) => programName)).toEqual([
      'Scorch',
    ]);
    expect(trades.swaps.map(({ traderIn }) => traderIn)).toEqual([125_000_000_000n]);
    expect(conservation.vaults.map(({ dexName, remainder }) => [dexName, remainder])).toEqual([
      ['Scorch', 0n],
      ['Scorch', 0n],
    ]);
  });

  it('count SOL in lamports, also where a file states other decimals for it', () => {
    const [real] = realTransactions().filter(({ name }) => name === '2026/dflow-scorch');
    const stated = real!.tx.meta!.postTokenBalances.find(({ mint }) => mint === SOL_MINT);
    expect(stated?.decimals).toBe(6);
    expect(explainTransaction(real!.slot, real!.tx).decimals[SOL_MINT]).toBe(9);
  });
});
