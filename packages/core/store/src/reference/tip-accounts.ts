import {
  KNOWN_TIP_ACCOUNTS,
  KNOWN_TIPS,
  pubkeyFromBase58,
  TIP_KINDS,
  type TipAccount,
  TipAccounts,
} from '@tickscope/chain';
import type { ReadWrite } from '../connection/open-store.js';
import type { ReadConnection } from '../connection/read-connection.js';
import { newestFullSlot } from '../newest-block.js';
import { column, defineFileQuery, runQuery } from '../query/index.js';
import { RowBuffer } from '../writer/row-buffer.js';

const STORED_TIP_ACCOUNTS = defineFileQuery(import.meta.url, './stored-tip-accounts.sql', {
  row: {
    account: column.text,
    service: column.text,
    kind: column.oneOf(...TIP_KINDS),
    source: column.text,
    fromSlot: column.integer,
  },
});
const COLUMNS = ['account', 'service', 'kind', 'source', 'from_slot'] as const;
const TIMEOUT_MS = 30_000;
const FRESH_MS = 5_000;

/**
 * An entry counts this many slots after the newest block: about a minute. Every ingester has read it by then, so that all
 * of them write the same tips.
 */
export const TIP_ACCOUNT_LEAD_SLOTS = 150;

/** The entries that operators added to the build's, those that count first before. */
export async function readTipAccounts(read: ReadConnection): Promise<TipAccount[]> {
  return runQuery(read, STORED_TIP_ACCOUNTS, {}, { timeoutMs: TIMEOUT_MS });
}

/** Thrown for an account that is listed already: what was counted of it would change. */
export class ListedTipAccountError extends Error {
  override readonly name = 'ListedTipAccountError';
  readonly code = 'listed_tip_account';
}

/**
 * Adds a tip account. It counts from its entry on: in blocks that no ingester has taken yet.
 *
 * @throws ListedTipAccountError
 * @returns the entry
 */
export async function addTipAccount(
  store: ReadWrite,
  added: Omit<TipAccount, 'fromSlot'>,
): Promise<TipAccount> {
  const listed = [...KNOWN_TIP_ACCOUNTS, ...(await readTipAccounts(store.read))];
  const known = listed.find(({ account }) => account === added.account);
  if (known !== undefined)
    throw new ListedTipAccountError(
      `${added.account} is listed already, as a tip account of ${known.service}`,
    );
  const newest = await newestFullSlot(store.read);
  const entry = { ...added, fromSlot: newest === null ? 0 : newest + TIP_ACCOUNT_LEAD_SLOTS };
  const rows = new RowBuffer();
  rows.fixed(pubkeyFromBase58(entry.account));
  rows.string(entry.service);
  rows.string(entry.kind);
  rows.string(entry.source);
  rows.uint53(entry.fromSlot);
  rows.endRow();
  await store.write.insertRows('tip_accounts', COLUMNS, [rows.encoded()]);
  return entry;
}

/** The build's tip accounts with those of a store, read again when they are older than five seconds. */
export class StoredTipAccounts {
  readonly #read: ReadConnection;
  #now = KNOWN_TIPS;
  #content = '[]';
  #readAtMs = -Infinity;
  #reading: Promise<void> | null = null;

  constructor(read: ReadConnection) {
    this.#read = read;
  }

  /** As last read; before that, the build's alone. The same object while nothing has changed. */
  get now(): TipAccounts {
    return this.#now;
  }

  /** Reads them if those known are too old. @throws if the store does not answer; those known stay */
  async refresh(): Promise<TipAccounts> {
    if (performance.now() - this.#readAtMs > FRESH_MS) {
      this.#reading ??= this.#readAll().finally(() => {
        this.#reading = null;
      });
      await this.#reading;
    }
    return this.#now;
  }

  async #readAll(): Promise<void> {
    const startedMs = performance.now();
    const entries = await readTipAccounts(this.#read);
    const content = JSON.stringify(entries);
    if (content !== this.#content) this.#now = new TipAccounts([...KNOWN_TIP_ACCOUNTS, ...entries]);
    this.#content = content;
    this.#readAtMs = startedMs;
  }
}

const ofConnection = new WeakMap<ReadConnection, StoredTipAccounts>();

/** The tip accounts of a store: one object for each connection, shared by all that write through it. */
export function tipAccountsOf(read: ReadConnection): StoredTipAccounts {
  const known = ofConnection.get(read) ?? new StoredTipAccounts(read);
  ofConnection.set(read, known);
  return known;
}
