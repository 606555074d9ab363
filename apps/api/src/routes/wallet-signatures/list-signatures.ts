import { type Address, comparePositions, type Signature, type TxPosition } from '@tickscope/chain';
import { fetchTransaction } from '@tickscope/pipeline/rpc';
import type { Database, QueryContext } from '@tickscope/queries';
import { findPositions, findTransaction, readWholeSlots } from '@tickscope/queries/transactions';
import type { StoredPart, TimeWindow } from '@tickscope/queries/wallets';
import {
  boundarySignature,
  readStoredSignatures,
  readStoredWindow,
  type StoredWindow,
} from '@tickscope/queries/wallets';
import type { CheckedRequest, components } from '@tickscope/schemas';
import { toApiError } from '../../errors.js';
import type { ChainNode, NodeContext } from '../../node-rpc/chain-node.js';
import { transactionNotFound } from '../../transaction-not-found.js';
import { type OlderSignatures, readOlderSignatures } from './older-signatures.js';

type Request = CheckedRequest<components['schemas']['WalletSignaturesRequest']>;
type WalletSignature = components['schemas']['WalletSignature'];

export interface Sources {
  database: Database;
  node: ChainNode | null;
  context: NodeContext;
}

/** The outcome for the part of the window that is older than the stored data. */
export type OlderPart = 'none' | 'not_reached' | 'rpc' | 'unavailable' | 'not_configured';

export interface SignaturePage extends StoredWindow {
  rows: WalletSignature[];
  older: OlderPart;
  hasMore: boolean;
  nextBefore: string | null;
}

/**
 * Returns a page of a wallet's signatures, newest first: those of the stored part of the window, then, where
 * the window begins earlier, those that a node lists before the first stored transaction. So no signature is on
 * two pages, and none in between is left out. Throws `ApiError` `transaction_not_found` for an unknown
 * `before`, and `unavailable` where the whole page would come from the node and it does not answer.
 */
export async function listSignatures(
  sources: Sources,
  wallet: Address,
  asked: Request,
): Promise<SignaturePage> {
  const { database, node, context } = sources;
  const page = await readStoredWindow(database, asked, context);
  const { window, part } = page;
  const position = asked.before === undefined ? null : await positionOf(sources, asked.before);
  const isInPart = part !== null && (position === null || position.slot >= part.fromSlot);
  const rows = isInPart ? await storedRows(database, wallet, part, position, asked.limit, context) : [];
  if (rows.length > asked.limit) {
    const shown = await endingWhereNextBegins(database, rows, asked.limit, context);
    return { ...page, rows: shown, older: 'not_reached', hasMore: true, nextBefore: lastOf(shown) };
  }
  if (part?.isWhole === true) return { ...page, rows, older: 'none', hasMore: false, nextBefore: null };
  if (node === null) return { ...page, rows, older: 'not_configured', hasMore: false, nextBefore: null };

  const limit = asked.limit - rows.length;
  try {
    const start = isInPart ? null : (asked.before ?? null);
    const hint = asked.hint_signature ?? null;
    const found = await olderRows(sources, node, wallet, { window, part, start, hint, limit });
    // Without rows from the node the page ends with the last stored row. Without stored rows either, all that
    // the node listed was too new.
    const last = found.rows.length > 0 ? found.lastSeen : (lastOf(rows) ?? found.lastSeen);
    return {
      ...page,
      rows: [...rows, ...found.rows],
      older: 'rpc',
      hasMore: found.hasMore,
      nextBefore: found.hasMore ? last : null,
    };
  } catch (error) {
    // The stored rows are an answer. The next page has the rest: a 503 until the node is back, or a 429 until
    // the account may use it again.
    const { code } = toApiError(error);
    const mayPass = code === 'unavailable' || code === 'too_many_requests';
    if (!mayPass || rows.length === 0) throw error;
    return { ...page, rows, older: 'unavailable', hasMore: true, nextBefore: lastOf(rows) };
  }
}

async function storedRows(
  database: Database,
  wallet: Address,
  part: StoredPart,
  position: TxPosition | null,
  limit: number,
  context: QueryContext,
): Promise<WalletSignature[]> {
  const before = position === null || position.slot > part.toSlot ? null : position;
  // One more than a page, to see whether there is more.
  return readStoredSignatures(database, wallet, part, { before, limit: limit + 1 }, context);
}

/**
 * The rows of a page. The next page begins after the newest transaction with the signature of the last row, so that a row
 * whose signature is in a later block again is left to the next page. If the page has no other row, it gets one more than
 * asked for: the same page would follow for ever.
 *
 * @param rows one more than the page has
 */
async function endingWhereNextBegins(
  database: Database,
  rows: readonly WalletSignature[],
  limit: number,
  context: QueryContext,
): Promise<WalletSignature[]> {
  for (let count = limit; count > 0; count -= 1) {
    const { signature, slot } = rows[count - 1]!;
    const [newest] = await findPositions(database, [signature as Signature], context);
    if (newest === undefined || newest.slot <= slot) return rows.slice(0, count);
  }
  return rows.slice(0, limit + 1);
}

/**
 * Finds the position of `before`, the newest of several: from the tables, else from a node. Its index in a slot that is
 * not stored does not matter.
 */
async function positionOf({ database, node, context }: Sources, before: Signature): Promise<TxPosition> {
  const versions = await findTransaction(database, before, context);
  const slots = versions.map(({ slot }) => slot);
  const whole = await readWholeSlots(database, slots, context);
  const [stored] = versions
    .filter(({ slot }) => whole.has(slot))
    .sort((left, right) => comparePositions(right, left));
  if (stored !== undefined) return { slot: stored.slot, blockIndex: stored.blockIndex };
  const fetched =
    node === null ? null : await node.ask((rpc, signal) => fetchTransaction(rpc, before, signal), context);
  if (fetched === null) throw transactionNotFound(before, ', and none is known to come before');
  return { slot: fetched.slot, blockIndex: 0 };
}

interface OlderQuestion {
  window: TimeWindow;
  part: StoredPart | null;
  /** `before`, where it is older than the stored part. */
  start: Signature | null;
  hint: Signature | null;
  limit: number;
}

async function olderRows(
  { database, context }: Sources,
  node: ChainNode,
  wallet: Address,
  { window, part, start, hint, limit }: OlderQuestion,
): Promise<OlderSignatures> {
  const boundary = start === null && part !== null ? await boundarySignature(database, part, context) : null;
  return node.ask(async (rpc, signal) => {
    const list = (before: Signature | null) =>
      readOlderSignatures(rpc, wallet, window, { before, limit }, signal);
    if (start !== null) return list(start);
    // A hint inside the stored part does not help: the boundary is nearer.
    if (hint !== null) {
      const known = await fetchTransaction(rpc, hint, signal);
      if (known !== null && (part === null || known.slot < part.fromSlot)) return list(hint);
    }
    return list(boundary);
  }, context);
}

function lastOf(rows: readonly WalletSignature[]): string | null {
  return rows.at(-1)?.signature ?? null;
}
