import { type Block, ChainDataError, parseGetBlock } from '@tickscope/chain';
import { type JsonRpc, RpcError } from './json-rpc.js';

export type FetchedBlock =
  | { kind: 'block'; block: Block }
  /**
   * The node says that no block was produced in the slot. Nodes also say so of slots they lost, so a child may
   * contradict it.
   */
  | { kind: 'skipped' }
  | { kind: 'unavailable'; reason: string };

/** Agave, `rpc-client-api/src/custom_error.rs`: slot skipped, or missing due to a ledger jump / in long-term storage. */
const SKIPPED_CODES = new Set([-32007, -32009]);

/**
 * Fetches one block with `getBlock`. It has no entries, and so no ticks.
 * @throws RpcUnavailableError if the node gave no usable answer
 */
export async function fetchBlock(rpc: JsonRpc, slot: number, signal?: AbortSignal): Promise<FetchedBlock> {
  try {
    const result = await rpc.call(
      'getBlock',
      [
        slot,
        {
          encoding: 'base64',
          transactionDetails: 'full',
          // The rewards reveal the slot's leader.
          rewards: true,
          commitment: 'confirmed',
          // With a lower value, the node refuses a whole block for a single transaction of a newer version.
          maxSupportedTransactionVersion: 1,
        },
      ],
      signal,
    );
    if (result === null) return { kind: 'unavailable', reason: 'the node does not have the block (yet)' };
    return { kind: 'block', block: parseGetBlock(result, slot) };
  } catch (error) {
    if (error instanceof RpcError)
      return SKIPPED_CODES.has(error.code)
        ? { kind: 'skipped' }
        : { kind: 'unavailable', reason: `the node answered ${error.code}: ${error.message}` };
    if (error instanceof ChainDataError)
      return { kind: 'unavailable', reason: `the node's block is not usable: ${error.message}` };
    throw error;
  }
}
