import { type Address, type Block, type Signature, signatureFromBase58 } from '@tickscope/chain';
import {
  type BlockWriter,
  column,
  defineFileQuery,
  param,
  type ReadConnection,
  type ReadWrite,
  readNextLink,
  runQuery,
} from '@tickscope/store';
import { repairRange } from '../repair/repair-range.js';
import type { RepairSource } from '../repair/repair-source.js';
import { rpcSource } from '../repair/rpc-source.js';
import { fetchTransaction } from '../source/rpc/fetch-transaction.js';
import { type JsonRpc, RpcError, RpcUnavailableError } from '../source/rpc/json-rpc.js';
import { BackfillError } from './backfill-error.js';
import { anchorOf } from './chain-anchor.js';
import { closeGaps, storedWhole, storedWithLinks } from './close-gaps.js';
import { type MissingSlot, reportRange } from './range-report.js';
import { rpcWithRetries } from './rpc-with-retries.js';

const SIGNATURE_SLOT = defineFileQuery(import.meta.url, './signature-slot.sql', {
  params: { prefix: param.exact, signature: param.signature },
  row: { slot: column.integer },
});
const ACCOUNT_TRANSACTIONS = defineFileQuery(import.meta.url, './account-transactions.sql', {
  params: { account: param.address, from: param.integer, to: param.integer },
  row: { count: column.integer },
});
const QUERY_TIMEOUT_MS = 30_000;
const NEAR_SLOTS = 512;

export interface BackfillRequest {
  signature: Signature;
  account: Address;
  /** Number of slots on either side of the transaction's slot. */
  slotRange: number;
}

export interface BackfillDeps {
  /** Needs write access. */
  store: ReadWrite;
  /** Not shared: a writer handles one call at a time. */
  writer: Pick<BlockWriter, 'write'>;
  /** Null if no node is configured. */
  rpc: JsonRpc | null;
  /** Called when a block was newly stored, so that its sandwiches are detected. Must not throw. */
  onStored(block: Block): void;
  signal: AbortSignal;
  /** 0..100 */
  progress?(percent: number): void;
  /** Waits between the tries of an unanswered call. */
  rpcWaitsMs?: readonly number[];
}

/** The result of the job, with the API's field names. */
export interface BackfillReport {
  signature: string;
  account: string;
  slot: number;
  slot_range: { from_slot: number; to_slot: number };
  /** Stored by this job, for the first time or in place of a less complete version. */
  fetched_slots: number[];
  /** Stored before, and not fetched by this job. */
  already_stored_slots: number[];
  skipped_slots: number[];
  missing_slots: MissingSlot[];
  closed_gaps: { from_slot: number; to_slot: number }[];
  /** Transactions of the stored slots that lock the account. */
  account_transactions: number;
}

/**
 * Stores the block of a transaction and those around it, as gap repair would: from the newest to the oldest, each
 * verified against the `parent_blockhash` of its child.
 *
 * Blocks stored with all their token links are not fetched. A version without them is fetched again and replaced; it
 * stays if the node does not have the block. If the node lacks a block or returns a wrong one, it is reported and the
 * walk continues below it.
 *
 * @throws BackfillError if the transaction's own block cannot be stored; blocks stored until then remain
 */
export async function backfill(request: BackfillRequest, deps: BackfillDeps): Promise<BackfillReport> {
  const { store, signal } = deps;
  const rpc = deps.rpc === null ? null : rpcWithRetries(deps.rpc, deps.rpcWaitsMs);
  const fetched = new Set<number>();
  try {
    const slot =
      (await slotInTables(store.read, request.signature)) ?? (await slotOfNode(rpc, request, signal));
    const range = { fromSlot: Math.max(0, slot - request.slotRange), toSlot: slot + request.slotRange };
    const failures = await walk(range, rpc, fetched, deps);
    const after = await readNextLink(store.read, range.toSlot, NEAR_SLOTS);
    const links = await storedWhole(store.read, range.fromSlot, range.toSlot);
    const { stored, skipped, missing } = reportRange(
      range,
      after === null ? links : [...links, after],
      failures,
    );
    const wanted = missing.find((one) => one.slot === slot);
    if (wanted !== undefined)
      throw new BackfillError(
        'block_not_stored',
        `Slot ${slot}, which holds the transaction, cannot be stored: ${wanted.reason}.`,
      );
    if ((await slotInTables(store.read, request.signature)) !== slot)
      throw new BackfillError(
        'wrong_slot',
        `The node says that slot ${slot} holds the transaction, but the block of that slot does not.`,
      );
    const closed = await closeGaps(store, range, signal);
    deps.progress?.(100);
    return {
      signature: request.signature,
      account: request.account,
      slot,
      slot_range: { from_slot: range.fromSlot, to_slot: range.toSlot },
      fetched_slots: stored.filter((one) => fetched.has(one)),
      already_stored_slots: stored.filter((one) => !fetched.has(one)),
      skipped_slots: skipped,
      missing_slots: missing,
      closed_gaps: closed.map(({ fromSlot, toSlot }) => ({ from_slot: fromSlot, to_slot: toSlot })),
      account_transactions: await accountTransactions(store.read, request.account, range),
    };
  } catch (error) {
    if (!(error instanceof RpcUnavailableError) && !(error instanceof RpcError)) throw error;
    const kept = fetched.size === 0 ? '' : ` ${fetched.size} blocks were stored before and stay.`;
    throw new BackfillError(
      'node_failed',
      `The chain's node does not give what is needed (${error.message}).${kept}`,
      { cause: error },
    );
  }
}

/**
 * Fetches and stores the blocks of a range that are missing or lack token links. Returns the reason for each failed
 * slot.
 */
async function walk(
  { fromSlot, toSlot }: { fromSlot: number; toSlot: number },
  rpc: JsonRpc | null,
  fetched: Set<number>,
  { store, writer, onStored, signal, progress }: BackfillDeps,
): Promise<Map<number, string>> {
  const failures = new Map<number, string>();
  if (rpc === null) return failures;
  const source = sourceOf(rpc);
  const nextLink = (slot: number, within: number) => readNextLink(store.read, slot, within);
  let mayWiden = true;
  for (let top = toSlot; top >= fromSlot; ) {
    const anchor = await anchorOf(rpc, nextLink, { fromSlot, toSlot: top }, { mayWiden, signal });
    mayWiden = false;
    if (anchor === null) break;
    const outcome = await repairRange(
      { fromSlot, toSlot: anchor.toSlot, trustStored: true },
      {
        nextLink: async () => anchor.child,
        links: (first, last) => storedWithLinks(store.read, first, last),
        sources: [source],
        signal,
        maxBlocks: Number.POSITIVE_INFINITY,
        async write(block) {
          const { outcomes } = await writer.write([block]);
          const outcome = outcomes.get(block.slot);
          if (outcome === 'conflict')
            failures.set(block.slot, 'another writer stored another block for it at the same moment');
          // The stored version stays.
          if (outcome === 'refused') return;
          fetched.add(block.slot);
          onStored(block);
          progress?.((99 * (toSlot - Math.min(block.slot, toSlot))) / (toSlot - fromSlot + 1));
        },
      },
    );
    // If the node is unreachable, that is not the slot's failure.
    if (source.away !== null) throw source.away;
    if (outcome.kind !== 'failed') break;
    const failedAt = outcome.slot ?? top;
    failures.set(failedAt, outcome.reason);
    top = Math.min(failedAt, top + 1) - 1;
  }
  return failures;
}

interface WatchedSource extends RepairSource {
  /** The failure after which the node no longer answered. */
  away: RpcUnavailableError | null;
}

function sourceOf(rpc: JsonRpc): WatchedSource {
  const source = rpcSource(rpc);
  const watched: WatchedSource = {
    name: source.name,
    away: null,
    async block(slot, downTo, signal) {
      try {
        return await source.block(slot, downTo, signal);
      } catch (error) {
        if (error instanceof RpcUnavailableError) watched.away = error;
        throw error;
      }
    },
  };
  return watched;
}

async function slotInTables(read: ReadConnection, signature: Signature): Promise<number | null> {
  const bytes = Buffer.from(signatureFromBase58(signature));
  const params = { prefix: bytes.readBigUInt64LE(), signature };
  const [row] = await runQuery(read, SIGNATURE_SLOT, params, { timeoutMs: QUERY_TIMEOUT_MS });
  return row?.slot ?? null;
}

async function slotOfNode(
  rpc: JsonRpc | null,
  { signature }: BackfillRequest,
  signal: AbortSignal,
): Promise<number> {
  if (rpc === null)
    throw new BackfillError(
      'no_node',
      'The transaction is not stored, and this service has no node to ask for it (RPC_URL is not set).',
    );
  const found = await fetchTransaction(rpc, signature, signal);
  if (found === null)
    throw new BackfillError(
      'unknown_transaction',
      `Neither the stored data nor the chain's node knows a transaction ${signature}.`,
    );
  return found.slot;
}

async function accountTransactions(
  read: ReadConnection,
  account: Address,
  { fromSlot, toSlot }: { fromSlot: number; toSlot: number },
): Promise<number> {
  const params = { account, from: fromSlot, to: toSlot };
  const [row] = await runQuery(read, ACCOUNT_TRANSACTIONS, params, { timeoutMs: QUERY_TIMEOUT_MS });
  return row?.count ?? 0;
}
