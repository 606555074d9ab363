import { type Address, isSignature, type Signature } from '@tickscope/chain';
import { type JsonRpc, RpcUnavailableError } from './json-rpc.js';

/** A transaction that mentions an address, as signer or otherwise: the node does not say which. */
export interface AddressSignature {
  signature: Signature;
  slot: number;
  /** Unix seconds. */
  blockTime: number | null;
  success: boolean;
}

/** Agave, `MAX_GET_CONFIRMED_SIGNATURES_FOR_ADDRESS2_LIMIT`. */
export const MOST_SIGNATURES = 1_000;

/**
 * Returns the transactions that mention an address, newest first, with `getSignaturesForAddress`. Fewer than `limit`
 * means that there are no older ones, or that the node does not know `before`.
 * @param options.before signature of any transaction; only older ones are listed
 * @throws RpcUnavailableError if there is no usable answer; RpcError if the node refuses
 */
export async function fetchSignatures(
  rpc: JsonRpc,
  address: Address,
  options: { before: Signature | null; limit: number },
  signal?: AbortSignal,
): Promise<AddressSignature[]> {
  const limit = Math.min(options.limit, MOST_SIGNATURES);
  const result = await rpc.call(
    'getSignaturesForAddress',
    [
      address,
      { limit, commitment: 'confirmed', ...(options.before === null ? {} : { before: options.before }) },
    ],
    signal,
  );
  if (!Array.isArray(result) || result.length > limit)
    throw new RpcUnavailableError('bad_answer', 'the node answered no list of signatures');
  const rows = result.map(readRow);
  for (const [index, { slot }] of rows.entries())
    if (index > 0 && slot > rows[index - 1]!.slot)
      throw new RpcUnavailableError('bad_answer', 'the node answered signatures that are not in order');
  return rows;
}

function readRow(row: unknown): AddressSignature {
  const { signature, slot, blockTime, err } = (row ?? {}) as Record<string, unknown>;
  const isTime = blockTime === null || blockTime === undefined || Number.isSafeInteger(blockTime);
  if (typeof signature !== 'string' || !Number.isSafeInteger(slot) || (slot as number) < 0 || !isTime)
    throw new RpcUnavailableError('bad_answer', 'the node answered what is no list of signatures');
  if (!isSignature(signature))
    throw new RpcUnavailableError('bad_answer', 'the node answered what is no signature');
  return {
    signature,
    slot: slot as number,
    blockTime: (blockTime as number | null | undefined) ?? null,
    success: err === null || err === undefined,
  };
}
