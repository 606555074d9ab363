import type {
  SubscribeRequest,
  SubscribeRequestFilterBlocks,
  SubscribeRequestFilterSlots,
} from '@triton-one/yellowstone-grpc';
import { type ChainEvent, type Commitment, SLOT_STATUS, type StoredTransaction } from '../chain/chain.js';
import { encodeFilterNames } from '../chain/encode-update.js';
import { accountKeyTexts } from '../chain/stored-transaction.js';
import { cuckooUnsupported, decodeCommitment, decodeKey, failedFilter } from './filter-values.js';
import { compileTransactionFilter, overlaps, type TransactionFilter } from './transaction-filter.js';

/** A message for one client: an event and the filters of the client that it matched. */
export type OutMessage =
  | { type: 'event'; event: ChainEvent; filters: Uint8Array }
  | { type: 'transactionStatus'; event: Extract<ChainEvent, { type: 'transaction' }>; filters: Uint8Array }
  | {
      type: 'block';
      event: Extract<ChainEvent, { type: 'block' }>;
      filters: Uint8Array;
      selection: BlockSelection;
    }
  | { type: 'ping' }
  | { type: 'pong'; id: number };

/** Parts of a block that a `blocks` filter wants. */
export interface BlockSelection {
  transactions: boolean;
  entries: boolean;
  /** Keys as hex; `null`: all transactions. */
  accounts: ReadonlySet<string> | null;
}

/** A client's filters, ready to be asked. */
export interface Filters {
  commitment: Commitment;
  match(event: ChainEvent): OutMessage[];
}

const LONGEST_NAME = 128;

/** No filters: what a stream has before its first request. */
export const NO_FILTERS: Filters = { commitment: 'processed', match: () => [] };

/**
 * Builds the filters of a request, with the rules and error texts of yellowstone-grpc (`filter.rs`).
 * Throws `GrpcError` INVALID_ARGUMENT.
 */
export function compileFilters(request: SubscribeRequest): Filters {
  const { accounts, slots, transactions, transactionsStatus, blocks, blocksMeta, entry } = request;
  for (const group of [accounts, slots, transactions, transactionsStatus, blocks, blocksMeta, entry])
    for (const name of Object.keys(group)) checkName(name);
  for (const filter of Object.values(accounts)) {
    if (filter.cuckooAccountsFilter !== undefined) throw cuckooUnsupported();
    for (const address of [...filter.account, ...filter.owner]) decodeKey(address);
  }

  const commitment = decodeCommitment(request.commitment);
  const matchSlot = slotMatcher(slots, commitment);
  const matchTransaction = transactionMatcher(transactions);
  const matchStatus = transactionMatcher(transactionsStatus);
  const matchEntry = everyName(entry);
  const matchMeta = everyName(blocksMeta);
  const blockFilters = Object.entries(blocks).map(([name, filter]) => ({
    filters: encodeFilterNames([name]),
    selection: blockSelection(filter),
  }));

  const one = (event: ChainEvent, filters: Uint8Array | null): OutMessage[] =>
    filters === null ? [] : [{ type: 'event', event, filters }];
  return {
    commitment,
    match(event) {
      if (event.type === 'slot') return one(event, matchSlot(event.status));
      if (event.type === 'entry') return one(event, matchEntry);
      if (event.type === 'blockMeta') return one(event, matchMeta);
      if (event.type === 'block')
        return blockFilters.map(({ filters, selection }) => ({ type: 'block', event, filters, selection }));
      const messages = one(event, matchTransaction(event.transaction));
      const statusFilters = matchStatus(event.transaction);
      if (statusFilters !== null) messages.push({ type: 'transactionStatus', event, filters: statusFilters });
      return messages;
    },
  };
}

/** The transactions that a selection asks for. */
export function selectTransactions(
  transactions: StoredTransaction[],
  selection: BlockSelection,
): StoredTransaction[] {
  const { accounts } = selection;
  if (!selection.transactions) return [];
  if (accounts === null) return transactions;
  return transactions.filter((tx) => overlaps(accounts, accountKeyTexts(tx)));
}

function slotMatcher(
  filters: Record<string, SubscribeRequestFilterSlots>,
  commitment: Commitment,
): (slotStatus: number) => Uint8Array | null {
  const wanted = SLOT_STATUS[commitment];
  const encoded = new Map<number, Uint8Array | null>();
  for (const slotStatus of Object.values(SLOT_STATUS)) {
    const isCommitment = slotStatus <= SLOT_STATUS.finalized;
    const names = Object.entries(filters)
      .filter(
        ([, { filterByCommitment, interslotUpdates }]) =>
          (filterByCommitment !== true || slotStatus === wanted) &&
          (interslotUpdates === true || isCommitment),
      )
      .map(([name]) => name);
    encoded.set(slotStatus, names.length === 0 ? null : encodeFilterNames(names));
  }
  return (slotStatus) => encoded.get(slotStatus) ?? null;
}

function transactionMatcher(
  filters: SubscribeRequest['transactions'],
): (tx: StoredTransaction) => Uint8Array | null {
  const compiled = Object.entries(filters).map(([name, filter]): [string, TransactionFilter] => [
    name,
    compileTransactionFilter(filter),
  ]);
  const [first] = compiled;
  if (first === undefined) return () => null;
  // The common cases need no list of names per transaction.
  const allNames = encodeFilterNames(compiled.map(([name]) => name));
  return (tx) => {
    const names = compiled.filter(([, matches]) => matches(tx)).map(([name]) => name);
    if (names.length === 0) return null;
    return names.length === compiled.length ? allNames : encodeFilterNames(names);
  };
}

function everyName(filters: Record<string, unknown>): Uint8Array | null {
  const names = Object.keys(filters);
  return names.length === 0 ? null : encodeFilterNames(names);
}

function blockSelection(filter: SubscribeRequestFilterBlocks): BlockSelection {
  if (filter.cuckooAccountInclude !== undefined) throw cuckooUnsupported();
  return {
    transactions: filter.includeTransactions !== false,
    entries: filter.includeEntries === true,
    accounts: filter.accountInclude.length === 0 ? null : new Set(filter.accountInclude.map(decodeKey)),
  };
}

function checkName(name: string): void {
  const size = Buffer.byteLength(name);
  if (size > LONGEST_NAME)
    throw failedFilter(`oversized filter name (max allowed size ${LONGEST_NAME}), found ${size}`);
}
