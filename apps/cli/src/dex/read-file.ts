import { open, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { ChainDataError, parseExactJson, type Transaction } from '@tickscope/chain';
import { CliError, cleanText, formatBytes } from '@tickscope/command-line';
import { readAnswer } from '@tickscope/dex';
import { openFile } from '@tickscope/pipeline';

/** A transaction of a file or of the node. */
export interface FoundTransaction {
  /** Null if the source does not state it. */
  slot: number | null;
  /** Its index in the block, or its place in a file of several transactions. Null for a single transaction. */
  index: number | null;
  tx: Transaction;
  /** True for encoding `jsonParsed`: what the node parsed was encoded again. */
  isReencoded: boolean;
}

/** The largest blocks of mainnet are some 30 MB of JSON. */
export const MAX_JSON_BYTES = 256 * 1024 * 1024;

export const ACCEPTED_FORMS =
  'Accepted: JSON of getTransaction or getBlock (encoding json, base64, base58 or jsonParsed; the bare result, in its\n' +
  'JSON-RPC envelope, several in a list or under names), and the block files that "tickscope import" reads (Geyser\n' +
  'recording, ConfirmedBlock protobuf, Old Faithful CAR).';

/**
 * The transactions of a file, in its order.
 *
 * @param slot the slot of a block file that does not state it; of a file of several blocks, the only one wanted
 * @throws CliError if the file is not readable
 */
export async function* readTransactionFile(
  path: string,
  slot: number | null,
): AsyncGenerator<FoundTransaction> {
  try {
    if (await isJson(path)) yield* await jsonTransactions(path, slot);
    else yield* blockTransactions(path, slot);
  } catch (error) {
    if (error instanceof ChainDataError)
      throw new CliError(`${path}: ${cleanText(error.message, 300)}.\n${ACCEPTED_FORMS}`);
    if (isFileError(error)) throw new CliError(`${path} is not readable: ${error.code}`);
    throw error;
  }
}

/** Whether the file system refused. */
function isFileError(error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'syscall' in error && 'code' in error;
}

/** Whether a file begins as JSON does: a value, after a byte order mark and white space. */
async function isJson(path: string): Promise<boolean> {
  const handle = await open(path, 'r');
  try {
    const head = Buffer.alloc(256);
    const { bytesRead } = await handle.read(head, 0, head.length, 0);
    return /^(\u00ef\u00bb\u00bf)?\s*[{["]/.test(head.subarray(0, bytesRead).toString('latin1'));
  } finally {
    await handle.close();
  }
}

async function jsonTransactions(path: string, slot: number | null): Promise<FoundTransaction[]> {
  const answers = readAnswer(parseExactJson(new TextDecoder().decode(await readBounded(path))));
  const named = slot ?? slotOfName(path);
  const found = answers
    .map((answer, index) => ({
      ...answer,
      slot: answer.slot ?? named,
      index: answers.length === 1 ? null : index,
    }))
    .filter((answer) => slot === null || answer.slot === slot);
  if (found.length === 0) throw new ChainDataError('incomplete', `no transaction in slot ${slot}`);
  return found;
}

async function readBounded(path: string): Promise<Buffer> {
  const handle = await open(path, 'r');
  const { size } = await handle.stat().finally(() => handle.close());
  if (size > MAX_JSON_BYTES)
    throw new ChainDataError(
      'unsupported',
      `${formatBytes(size)} of JSON: at most ${formatBytes(MAX_JSON_BYTES)} are read`,
    );
  return readFile(path);
}

/** As `import` does for files of one block. */
function slotOfName(path: string): number | null {
  const digits = /^(\d{1,15})(?!\d)/.exec(basename(path))?.[1];
  return digits === undefined ? null : Number(digits);
}

async function* blockTransactions(path: string, slot: number | null): AsyncGenerator<FoundTransaction> {
  const source = await openFile(path, slot);
  let reason = 'it has no blocks';
  let isEmpty = true;
  for await (const item of source.items()) {
    if (item.kind !== 'block') continue;
    reason = slot === null ? 'its blocks are without transactions' : `no transaction in slot ${slot}`;
    if (slot !== null && item.block.slot !== slot) continue;
    for (const tx of item.block.transactions) {
      isEmpty = false;
      yield { slot: item.block.slot, index: tx.index, tx, isReencoded: false };
    }
  }
  if (isEmpty) throw new ChainDataError('incomplete', `nothing to explain: ${reason}`);
}
