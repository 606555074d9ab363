import { pubkeyFromBase58 } from '@tickscope/chain';
import type { StoredLink } from '@tickscope/store';
import { type JsonRpc, RpcError, RpcUnavailableError } from '../source/rpc/json-rpc.js';

/** The start of a walk down the chain: the block after it, which names its parent by slot and hash. */
export interface ChainAnchor {
  child: StoredLink;
  /**
   * The first slot of the walk. Lies beyond the range if a later block is needed to prove that its last slots were
   * skipped.
   */
  toSlot: number;
}

/** How far to look for a stored child: more slots than were ever skipped in a row. */
const NEAR_SLOTS = 512;

/**
 * Finds the block after a range: a stored one, or the node's. Of the node's block only the header is fetched, which is
 * cheap; then each block of the range is verified by another one. Returns null if the node has no block there.
 *
 * @param options.mayWiden whether the walk may include the block after the range
 * @throws RpcUnavailableError
 */
export async function anchorOf(
  rpc: JsonRpc,
  nextLink: (slot: number, within: number) => Promise<StoredLink | null>,
  range: { fromSlot: number; toSlot: number },
  options: { mayWiden: boolean; signal: AbortSignal },
): Promise<ChainAnchor | null> {
  const { fromSlot, toSlot } = range;
  const { signal } = options;
  const stored = await nextLink(toSlot, NEAR_SLOTS);
  if (stored !== null && stored.parentSlot !== null && stored.parentSlot <= toSlot)
    return { child: stored, toSlot };

  const [after] = await blocksOf(rpc, 'getBlocksWithLimit', [toSlot + 1, 1], signal);
  const head = after === undefined ? null : await headOf(rpc, after, signal);
  if (after !== undefined && head !== null && head.parentSlot <= toSlot) {
    if (head.parentSlot < toSlot && options.mayWiden)
      return { child: linkTo(after, head.blockhash), toSlot: after };
    return { child: linkTo(head.parentSlot, head.previousBlockhash), toSlot };
  }
  const top = (await blocksOf(rpc, 'getBlocks', [fromSlot, toSlot], signal)).at(-1);
  // Only the node vouches for this block.
  return top === undefined ? null : { child: linkTo(top, null), toSlot };
}

/** A placeholder link whose parent is the given block. */
function linkTo(parentSlot: number, parentBlockhash: string | null): StoredLink {
  return { slot: parentSlot + 1, parentSlot, parentBlockhash, blockhash: '', content: 'no_entries' };
}

async function blocksOf(
  rpc: JsonRpc,
  method: 'getBlocks' | 'getBlocksWithLimit',
  params: readonly number[],
  signal: AbortSignal,
): Promise<number[]> {
  const slots = await rpc.call(method, [...params, { commitment: 'confirmed' }], signal).catch(refusal);
  if (slots === null) return [];
  if (!Array.isArray(slots) || !slots.every((slot) => Number.isSafeInteger(slot)))
    throw new RpcUnavailableError('bad_answer', 'the node answered no list of slots');
  return slots as number[];
}

/** Hashes in hex. */
async function headOf(
  rpc: JsonRpc,
  slot: number,
  signal: AbortSignal,
): Promise<{ parentSlot: number; blockhash: string; previousBlockhash: string } | null> {
  const config = {
    transactionDetails: 'none',
    rewards: false,
    commitment: 'confirmed',
    maxSupportedTransactionVersion: 1,
  };
  const result = await rpc.call('getBlock', [slot, config], signal).catch(refusal);
  if (result === null) return null;
  const { parentSlot, blockhash, previousBlockhash } = result as Record<string, unknown>;
  if (!Number.isSafeInteger(parentSlot) || (parentSlot as number) >= slot) return null;
  try {
    return {
      parentSlot: parentSlot as number,
      blockhash: Buffer.from(pubkeyFromBase58(String(blockhash))).toString('hex'),
      previousBlockhash: Buffer.from(pubkeyFromBase58(String(previousBlockhash))).toString('hex'),
    };
  } catch {
    return null;
  }
}

function refusal(error: unknown): null {
  if (error instanceof RpcError) return null;
  throw error;
}
