import { positionKey, type TxPosition } from '@tickscope/chain';
import { SOL_MINT, type Swap } from '@tickscope/dex';
import type { Sandwich } from '@tickscope/sandwich';
import { column, defineFileQuery, param, type Read } from '../query/index.js';
import { positionBatches } from './position-batches.js';

const WALLET_CHANGES = defineFileQuery(import.meta.url, './wallet-changes.sql', {
  params: {
    from_slot: param.integer,
    to_slot: param.integer,
    slots: param.integers,
    block_indexes: param.integers,
  },
  row: {
    slot: column.integer,
    blockIndex: column.integer,
    signer: column.text,
    otherSigners: column.list(column.text),
    solChange: column.nullable(column.text),
    tokenChanges: column.list(column.tuple({ mint: column.text, amount: column.text })),
  },
});

/** Changes that a transaction made for its fee payer: lamports with the fee, and its token accounts by mint. */
export interface WalletChange {
  signer: string;
  otherSigners: readonly string[];
  solChange: bigint | null;
  tokenChanges: ReadonlyMap<string, bigint>;
}

/** By `positionKey`. */
type WalletChanges = ReadonlyMap<string, WalletChange>;

type Moves = Pick<Sandwich, 'fronts' | 'backs' | 'tips' | 'attackers' | 'gainMint'>;

/** Reads what the transactions of some sandwiches' legs and own tips changed, those that are still stored. */
export async function walletChanges(read: Read, sandwiches: readonly Moves[]): Promise<WalletChanges> {
  const changes = new Map<string, WalletChange>();
  for (const positions of positionBatches(sandwiches.flatMap(transactionsOf))) {
    const rows = await read(WALLET_CHANGES, {
      from_slot: positions[0]!.slot,
      to_slot: positions.at(-1)!.slot,
      slots: positions.map(({ slot }) => slot),
      block_indexes: positions.map(({ blockIndex }) => blockIndex),
    });
    for (const { signer, otherSigners, solChange, tokenChanges, ...position } of rows)
      changes.set(positionKey(position), {
        ...{ signer, otherSigners, solChange: solChange === null ? null : BigInt(solChange) },
        tokenChanges: new Map(tokenChanges.map(({ mint, amount }) => [mint, BigInt(amount)])),
      });
  }
  return changes;
}

/**
 * Returns what the entity's own SOL and token accounts gained of the token of the gain, over the transactions of the legs and
 * of its own tips, whoever else was paid (Rule 3). Null where such an account changed and is not stored: of each transaction
 * only the fee payer's accounts are.
 */
export function keptOf(sandwich: Moves, changes: WalletChanges): bigint | null {
  const { fronts, backs, attackers, gainMint } = sandwich;
  const own = new Set(attackers);
  let kept = 0n;
  for (const position of transactionsOf(sandwich)) {
    const change = changes.get(positionKey(position));
    if (change === undefined || !own.has(change.signer)) return null;
    if (change.otherSigners.some((signer) => own.has(signer))) return null;
    kept += change.tokenChanges.get(gainMint) ?? 0n;
    if (gainMint !== SOL_MINT) continue;
    if (change.solChange === null) return null;
    kept += change.solChange;
  }
  const areStored = [...fronts, ...backs].every((swap) => ownerOfGain(swap, gainMint) === swap.feePayer);
  return areStored ? kept : null;
}

/** The wallet whose account of the token of the gain the swap used. */
function ownerOfGain({ mintIn, source, destination }: Swap, gainMint: string): string | null {
  return (mintIn === gainMint ? source : destination).owner;
}

/** Each transaction once. */
function transactionsOf({ fronts, backs, tips }: Moves): TxPosition[] {
  const positions = new Map<string, TxPosition>();
  for (const { slot, blockIndex } of [...fronts, ...backs, ...tips]) {
    const position = { slot, blockIndex };
    positions.set(positionKey(position), position);
  }
  return [...positions.values()];
}
