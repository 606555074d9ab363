import {
  blockhashToBase58,
  ChainDataError,
  equalBytes,
  parseGetBlock,
  type Signature,
  signatureFromBase58,
  type Transaction,
} from '@tickscope/chain';
import { type JsonRpc, RpcUnavailableError } from './json-rpc.js';

export interface FetchedTransaction {
  slot: number;
  /** Unix seconds. */
  blockTime: number | null;
  /** Its `index` is meaningless, because the node does not report it. */
  transaction: Transaction;
}

/** 32 zero bytes: placeholder for a hash that is not used. */
const NO_HASH = blockhashToBase58(new Uint8Array(32));

/**
 * Fetches one transaction with `getTransaction`; null if the node does not know the signature.
 * @throws RpcUnavailableError if there is no usable answer; RpcError if the node refuses
 */
export async function fetchTransaction(
  rpc: JsonRpc,
  signature: Signature,
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
    throw new RpcUnavailableError('bad_answer', 'the node named no slot of the transaction');
  try {
    // Parses it as a block of one transaction, so that all node responses go through one parser.
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
      throw new RpcUnavailableError('bad_answer', 'the node answered another transaction');
    return { slot, blockTime: block.blockTime, transaction: fetched };
  } catch (error) {
    if (error instanceof ChainDataError)
      throw new RpcUnavailableError('bad_answer', `the node's transaction is not usable: ${error.message}`);
    throw error;
  }
}
