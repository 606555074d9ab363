import { pubkeyFromBase58 } from '../base58.js';
import { keyToBase58 } from '../key-table.js';
import { keySet } from '../reserved-keys.js';
import { TIP_SERVICES, type TipKind } from './tip-services.js';

/** An account at which lamports are a tip, in the blocks of a slot and later. */
export interface TipAccount {
  /** Base58. */
  account: string;
  service: string;
  kind: TipKind;
  source: string;
  fromSlot: number;
}

/** A list of tip accounts that never changes. A look-up of another key allocates nothing. */
export class TipAccounts {
  readonly #isListed: (key: Uint8Array) => boolean;
  readonly #byAccount: ReadonlyMap<string, TipAccount>;

  /** The first entry of an account counts. */
  constructor(entries: readonly TipAccount[]) {
    const byAccount = new Map<string, TipAccount>();
    for (const entry of entries) if (!byAccount.has(entry.account)) byAccount.set(entry.account, entry);
    this.#byAccount = byAccount;
    this.#isListed = keySet([...byAccount.keys()].map(pubkeyFromBase58));
  }

  /** The entry of a key that counts in a slot; null if there is none. */
  entryOf(key: Uint8Array, slot: number): TipAccount | null {
    if (!this.#isListed(key)) return null;
    const entry = this.#byAccount.get(keyToBase58(key));
    return entry === undefined || entry.fromSlot > slot ? null : entry;
  }
}

/** The entries of this build. They count in every slot. */
export const KNOWN_TIP_ACCOUNTS: readonly TipAccount[] = TIP_SERVICES.flatMap(
  ({ service, kind, source, accounts }) =>
    accounts.map((account) => ({ account, service, kind, source, fromSlot: 0 })),
);

/** The list of this build alone. */
export const KNOWN_TIPS = new TipAccounts(KNOWN_TIP_ACCOUNTS);
