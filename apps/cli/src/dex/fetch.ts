import type { Signature } from '@tickscope/chain';
import {
  CliError,
  dataDirOf,
  NotFoundError,
  runFileOf,
  UnreachableError,
  UsageError,
} from '@tickscope/command-line';
import { createJsonRpc, fetchTransaction, RpcError, RpcUnavailableError } from '@tickscope/pipeline/rpc';
import type { FoundTransaction } from './read-file.js';

const TIMEOUT_MS = 20_000;

export interface NodeFlags {
  rpc?: string;
  dataDir?: string;
}

/**
 * Fetches a transaction from a node.
 *
 * @throws CliError if the node does not have it, refuses, or gives no usable answer in time
 */
export async function fetchFromNode(signature: Signature, flags: NodeFlags): Promise<FoundTransaction> {
  const rpc = createJsonRpc({ url: await nodeUrl(flags), timeoutMs: TIMEOUT_MS });
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

/** The given one, else that of the running stack, which a demo has. The URL may contain a key, so it is never printed. */
async function nodeUrl({ rpc, dataDir }: NodeFlags): Promise<string> {
  const given = rpc ?? process.env['RPC_URL'];
  const url = given || (await runFileOf(dataDirOf(dataDir)))?.node?.url;
  if (url === undefined)
    throw new UsageError(
      'a signature is looked up at a node: set RPC_URL, or give --rpc. Of a running demo it is found by its data folder (--data-dir)',
    );
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new UsageError('the URL of the node (--rpc or RPC_URL) is not an http or https URL');
  return url;
}
