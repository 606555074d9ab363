import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { parseExactJson, parseGetBlock, type Transaction } from '@tickscope/chain';
import { describe, expect, it } from 'vitest';
import { explainTransaction } from './explain/explain.js';
import { placeHops } from './hop.js';
import { recogniseCalls } from './recognise.js';
import { roleOf } from './roles.js';
import { realTransactions } from './testing/real-transactions.js';
import { hasSharedData, sharedPath } from './testing/shared-data.js';
import { viewTransaction } from './transaction-view.js';

/**
 * A layout that names a wrong account as the pool decodes the right amounts, so that no amount shows it. But whichever
 * instruction names a vault, its pool is the same.
 */
describe.skipIf(!hasSharedData)('vaults of the chain (skipped without ../shared/data)', () => {
  const block = hasSharedData ? readBlock(355_825_332) : [];
  const all = [...realTransactions(), ...block];

  it('have one pool each, but for those that Meteora DAMM v1 shares among pools', () => {
    const pools = new Map<string, Set<string>>();
    for (const { slot, tx } of all)
      for (const { dexName, vault, pool } of vaultsNamed(slot, tx)) {
        const key = `${dexName} ${vault}`;
        pools.set(key, (pools.get(key) ?? new Set()).add(pool));
      }
    const shared = [...pools].filter(([, { size }]) => size > 1).map(([key]) => key);
    expect(shared.filter((key) => !key.startsWith('Meteora DAMM v1 '))).toEqual([]);
    expect(pools.size).toBeGreaterThan(500);
  });

  it('of block 355825332 gained and lost what was decoded, and no other account of their owners did', () => {
    const off = block.flatMap(({ name, slot, tx }) => {
      const { vaults, strays } = explainTransaction(slot, tx).conservation;
      return [
        ...vaults
          .filter(({ remainder, isOpened }) => remainder !== 0n && !isOpened)
          .map(({ account }) => account),
        ...strays.map(({ account }) => account),
      ].map((account) => [name, account]);
    });
    expect(off).toEqual([]);
  });
});

function readBlock(slot: number): { name: string; slot: number; tx: Transaction }[] {
  const bytes = gunzipSync(readFileSync(sharedPath(`full-blocks/${slot}.base64.getblock.json.gz`)));
  const { transactions } = parseGetBlock(parseExactJson(bytes.toString()), slot);
  return transactions.map((tx) => ({ name: `block ${slot} ${tx.index}`, slot, tx }));
}

/** The vaults that the recognised calls of a transaction name, with the pool that they name. */
function vaultsNamed(slot: number, tx: Transaction): { dexName: string; vault: string; pool: string }[] {
  if (tx.meta === null || tx.isVote) return [];
  const view = viewTransaction(slot, tx, tx.meta, roleOf);
  return recogniseCalls(view.calls, view.roles).found.flatMap(({ layout, call, program }) => {
    const named =
      layout.does === 'swap'
        ? (placeHops(layout.hops, call.accounts, call.data) ?? [])
        : 'vaults' in layout
          ? [
              {
                pool: call.accounts.at(layout.pool),
                vaults: layout.vaults.map((index) => call.accounts.at(index)),
              },
            ]
          : [];
    return named.flatMap(({ pool, vaults }) =>
      vaults.flatMap((vault) => {
        const [poolText, vaultText] = [view.textOf(pool), view.textOf(vault)];
        return poolText === null || vaultText === null
          ? []
          : [{ dexName: program.name, vault: vaultText, pool: poolText }];
      }),
    );
  });
}
