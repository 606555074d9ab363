import type { Signature } from '@tickscope/chain';
import { createJsonRpc, fetchTransaction, RpcError, RpcUnavailableError } from '@tickscope/pipeline/rpc';
import { CliError, NotFoundError, UnreachableError, UsageError } from '../cli-error.js';
import type { FoundTransaction } from './read-file.js';

const TIMEOUT_MS = 20_000;

/**
 * Fetches a transaction from a node.
 *
 * @throws CliError if the node does not have it, refuses, or gives no usable answer in time
 */
export async function fetchFromNode(
  signature: Signature,
  flag: string | undefined,
): Promise<FoundTransaction> {
  const rpc = createJsonRpc({ url: nodeUrl(flag), timeoutMs: TIMEOUT_MS });
  const fetched = await fetchTransaction(rpc, signature).catch((error: unknown) => {
    if (error instanceof RpcError)
      throw new CliError(`the node answered error ${error.code}: ${error.message}`);
    if (error instanceof RpcUnavailableError)
      throw new UnreachableError(`no answer of the node: ${error.message}`);
    throw error;
  });
  if (fetched === null)
    throw new NotFoundError(
      `the node does not know the transaction ${signature}: it is not confirmed yet, or the node no longer keeps it`,
    );
  return { slot: fetched.slot, index: null, tx: fetched.transaction, isReencoded: false };
}

/** The URL may contain a key, so it is never printed. */
function nodeUrl(flag: string | undefined): string {
  const url = flag ?? process.env['RPC_URL'];
  if (url === undefined || url === '')
    throw new UsageError('a signature is looked up at a node: set RPC_URL, or give --rpc');
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new UsageError('the URL of the node (--rpc or RPC_URL) is not an http or https URL');
  return url;
}
