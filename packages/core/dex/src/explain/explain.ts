import {
  isRequestedWritable,
  keyToBase58,
  type Transaction,
  type TransactionMeta,
  toBase58,
} from '@tickscope/chain';
import { extractTrades } from '../extract-trades.js';
import { type Recognised, recogniseCalls } from '../recognise.js';
import { roleOf as knownRoleOf, type RoleOf } from '../roles.js';
import { SOL_MINT } from '../swap.js';
import { type TransactionView, viewTransaction } from '../transaction-view.js';
import { explainCalls } from './explained-calls.js';
import { explainFrames } from './explained-frames.js';
import { explainRoutes } from './explained-routes.js';
import type { ExplainedKey, Explanation } from './explanation.js';
import { conservationOf, type KnownVault } from './vault-conservation.js';

/**
 * Explains what the decoder sees in a transaction: its calls with their roles, what was decoded from them, and whether
 * that accounts for what the pools' vaults gained and lost.
 *
 * For people who look at single transactions: it costs many times what `extractTrades` does. Never throws.
 *
 * @param roleOf the programs to decode; by default all of this package
 *
 * @example
 * ```ts
 * import { explainTransaction } from '@tickscope/dex';
 * import { tradedBlock } from '@tickscope/testkit/traded-block';
 *
 * const { transactions } = tradedBlock(100, [{ does: 'swap', trader: 'one', from: 'A', paid: 10n, got: 9n }]);
 * const { status, calls } = explainTransaction(100, transactions[0]!);
 * [status, calls[0]!.decoded]; // => ['succeeded', ['swap']]
 * ```
 */
export function explainTransaction(slot: number, tx: Transaction, roleOf: RoleOf = knownRoleOf): Explanation {
  const view = viewTransaction(slot, tx, tx.meta ?? NO_META, roleOf);
  const recognised = recogniseCalls(view.calls, view.roles);
  const trades = extractTrades(slot, tx, roleOf);
  const { feePayer, signers } = view.wallets();
  const inner = (tx.meta?.innerInstructions ?? []).flatMap(({ instructions }) => instructions);
  return {
    slot,
    blockIndex: tx.index,
    signature: tx.signatures[0] === undefined ? '' : toBase58(tx.signatures[0]),
    version: tx.version,
    isVote: tx.isVote,
    status: tx.meta === null ? 'unknown' : tx.meta.error === null ? 'succeeded' : 'failed',
    error: tx.meta?.error ?? null,
    hasInnerInstructions: (tx.meta?.innerInstructions ?? null) !== null,
    hasStackHeights: inner.every(({ stackHeight }) => stackHeight !== null),
    feePayer,
    signers,
    feeLamports: tx.meta?.feeLamports ?? null,
    keys: keysOf(view),
    calls: explainCalls(view, recognised, trades),
    trades,
    unknownFrames: explainFrames(view, trades),
    routes: explainRoutes([...trades.swaps, ...trades.inferred]),
    conservation: conservationOf(tx, trades, eventVaults(view, recognised)),
    decimals: decimalsOf(view.meta),
  };
}

/** Stands for the meta of a transaction that has none. */
const NO_META: TransactionMeta = {
  error: null,
  feeLamports: 0n,
  preBalances: [],
  postBalances: [],
  innerInstructions: null,
  preTokenBalances: [],
  postTokenBalances: [],
  computeUnits: null,
  costUnits: null,
  callLog: null,
  failure: null,
};

function keysOf({ tx, keys, accounts, isSigner }: TransactionView): ExplainedKey[] {
  return keys.map((key, index) => {
    const token = accounts.get(index);
    return {
      address: keyToBase58(key),
      isSigner: isSigner(index),
      isWritable: isRequestedWritable(tx, index),
      token: token === undefined ? null : { ...token },
    };
  });
}

/** The vaults that the layouts of pool events name. */
function eventVaults(view: TransactionView, { found }: Recognised): KnownVault[] {
  return found.flatMap(({ layout, call, program }) => {
    if (!('vaults' in layout)) return [];
    const pool = view.textOf(call.accounts.at(layout.pool));
    return layout.vaults.flatMap((index): KnownVault[] => {
      const vault = call.accounts.at(index);
      const account = view.textOf(vault);
      if (pool === null || account === null || vault === undefined) return [];
      const mint = view.accounts.get(vault)?.mint ?? null;
      return [{ account, pool, dexName: program.name, mint }];
    });
  });
}

/** Wrapped SOL always has nine. What the balances state for it is ignored: in files edited by hand it can be wrong. */
function decimalsOf({ preTokenBalances, postTokenBalances }: TransactionMeta): Record<string, number> {
  return Object.fromEntries(
    [...preTokenBalances, ...postTokenBalances].map(({ mint, decimals }) => [
      mint,
      mint === SOL_MINT ? 9 : decimals,
    ]),
  );
}
