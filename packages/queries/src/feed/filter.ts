import type { Address } from '@tickscope/chain';
import type { Intent } from '@tickscope/sandwich';

/** A listener's filter. All conditions must hold; null means no condition. */
export interface FeedFilter {
  /** Base58 address of the frontruns' or the backruns' pool. */
  pool: Address | null;
  /** A DEX's name. */
  dex: string | null;
  /** Base58 addresses. */
  attacker: Address | null;
  victim: Address | null;
  /** Any of them matches. */
  intents: readonly Intent[] | null;
}

/** The facts of an event that filters compare. */
export interface FilteredFacts {
  pools: readonly Address[];
  dex: string;
  /**
   * The wallets of this revision and of the previous one: a listener who saw a wallet named also gets the
   * revision that drops it.
   */
  attackers: ReadonlySet<Address>;
  victims: ReadonlySet<Address>;
  /** Those of this revision and of the previous one; null if the previous one is no longer known. */
  intents: ReadonlySet<Intent> | null;
}

/** Whether the tables cannot leave out anything: the intent is known only once an event is read. */
export function isUnfiltered({ pool, dex, attacker, victim }: FeedFilter): boolean {
  return pool === null && dex === null && attacker === null && victim === null;
}

export function passes(facts: FilteredFacts, { pool, dex, attacker, victim, intents }: FeedFilter): boolean {
  return (
    (pool === null || facts.pools.includes(pool)) &&
    (dex === null || facts.dex === dex) &&
    (attacker === null || facts.attackers.has(attacker)) &&
    (victim === null || facts.victims.has(victim)) &&
    (intents === null || facts.intents === null || intents.some((intent) => facts.intents?.has(intent)))
  );
}
