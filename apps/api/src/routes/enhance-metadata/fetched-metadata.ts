import {
  jitoTipLamports,
  keyToBase58,
  priorityFeeLamports,
  type Signature,
  signerLamportChange,
  signerTokenChanges,
} from '@tickscope/chain';
import { type FetchedTransaction, fetchTransaction } from '@tickscope/pipeline/rpc';
import type { components } from '@tickscope/schemas';
import { ApiError } from '../../errors.js';
import type { ChainNode, NodeContext } from '../../node-rpc/chain-node.js';
import { parsedError } from '../../parsed-error.js';

/** Without the symbols of its tokens and without the time until which it is cached. */
export type BareMetadata = Omit<components['schemas']['TransactionMetadata'], 'cached_until'>;

/** Concurrent calls to the node; the cap limits their rate. */
const CALLS_AT_ONCE = 8;

export interface FetchedMetadata {
  found: Map<string, BareMetadata>;
  /** Signatures that the node does not know. */
  unknown: Set<Signature>;
  /** Why the node did not answer for the others. */
  failure: ApiError | null;
}

/** Asks a node about some transactions. Stops at the first failure. */
export async function fetchedMetadata(
  node: ChainNode,
  signatures: readonly Signature[],
  context: NodeContext,
): Promise<FetchedMetadata> {
  const result: FetchedMetadata = { found: new Map(), unknown: new Set(), failure: null };
  const left = [...signatures];
  try {
    await node.ask(async (rpc, signal) => {
      const worker = async (): Promise<void> => {
        for (let signature = left.shift(); signature !== undefined; signature = left.shift()) {
          const fetched = await fetchTransaction(rpc, signature, signal).catch((error: unknown) => {
            left.length = 0;
            throw error;
          });
          if (fetched === null) result.unknown.add(signature);
          else result.found.set(signature, metadataOf(signature, fetched));
        }
      };
      const workers = await Promise.allSettled(Array.from({ length: CALLS_AT_ONCE }, worker));
      for (const each of workers) if (each.status === 'rejected') throw each.reason;
    }, context);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    result.failure = error;
  }
  return result;
}

/** Derives the same facts that the writer stores for a transaction. */
export function metadataOf(
  signature: Signature,
  { slot, blockTime, transaction }: FetchedTransaction,
): BareMetadata {
  const { meta, staticKeys } = transaction;
  const signer = keyToBase58(staticKeys[0]!);
  return {
    ...{ signature, found: true, slot, blockTime },
    success: meta === null ? null : meta.error === null,
    err: parsedError(meta?.error ?? null),
    fee: meta === null ? null : Number(meta.feeLamports),
    priority_fee: priorityFeeLamports(transaction)?.toString() ?? null,
    jito_tip: jitoTipLamports(transaction)?.toString() ?? null,
    compute_units: meta?.computeUnits ?? null,
    signer,
    sol_change: signerLamportChange(transaction)?.toString() ?? null,
    token_changes: (signerTokenChanges(transaction, signer) ?? []).map(({ mint, decimals, amount }) => ({
      ...{ mint, symbol: null, decimals },
      amount: amount.toString(),
    })),
    source: 'rpc',
  };
}
