import {
  ChainDataError,
  equalBytes,
  parseGetBlock,
  signatureFromBase58,
  type Transaction,
  toBase58,
} from '@tickscope/chain';
import { type JsonRpc, RpcUnavailable } from './json-rpc.js';

export interface FetchedTransaction {
  slot: number;
  /** Unix seconds. */
  blockTime: number | null;
  /** Its `index` means nothing: a node does not tell it. */
  transaction: Transaction;
}

/** 32 zero bytes: the place of a hash that is not looked at. */
const NO_HASH = toBase58(new Uint8Array(32));

/**
 * One transaction over JSON-RPC `getTransaction`; null where the node knows none of that signature.
 * @param signature base58
 * @throws RpcUnavailable when there is no answer to use; RpcError when the node refuses
 */
export async function fetchTransaction(
  rpc: JsonRpc,
  signature: string,
  signal?: AbortSignal,
): Promise<FetchedTransaction | null> {
  const result = await rpc.call(
    'getTransaction',
    [signature, { encoding: 'base64', commitment: 'confirmed', maxSupportedTransactionVersion: 1 }],
    signal,
  );
  if (result === null) return null;
  const { slot, transaction, meta, version, blockTime } = result as Record<string, unknown>;
  if (typeof slot !== 'number' || !Number.isSafeInteger(slot) || slot < 1)
    throw new RpcUnavailable('the node named no slot of the transaction');
  try {
    // Read as a block of it alone, so that there is one reader of what nodes send.
    const block = parseGetBlock(
      {
        blockhash: NO_HASH,
        previousBlockhash: NO_HASH,
        parentSlot: slot - 1,
        blockTime: blockTime ?? null,
        blockHeight: null,
        rewards: null,
        transactions: [{ transaction, meta, version }],
      },
      slot,
    );
    const [fetched] = block.transactions;
    if (fetched === undefined || !equalBytes(fetched.signatures[0]!, signatureFromBase58(signature)))
      throw new RpcUnavailable('the node answered another transaction');
    return { slot, blockTime: block.blockTime, transaction: fetched };
  } catch (error) {
    if (error instanceof ChainDataError)
      throw new RpcUnavailable(`the node's transaction is not usable: ${error.message}`);
    throw error;
  }
}
