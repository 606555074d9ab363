/** What a listener wants to hear of; what is null it did not say. All of it must hold. */
export interface FeedFilter {
  /** Base58 address: the pool of the fronts or of the backs. */
  pool: string | null;
  /** A DEX's name. */
  dex: string | null;
  /** Base58 addresses. */
  attacker: string | null;
  victim: string | null;
}

/** What a filter goes by. */
export interface FilteredFacts {
  pools: readonly string[];
  dex: string;
  /** Wallets of this revision, and of the one before it: who saw them named hears that they no longer are. */
  attackers: ReadonlySet<string>;
  victims: ReadonlySet<string>;
}

export function isUnfiltered({ pool, dex, attacker, victim }: FeedFilter): boolean {
  return pool === null && dex === null && attacker === null && victim === null;
}

export function passes(facts: FilteredFacts, { pool, dex, attacker, victim }: FeedFilter): boolean {
  return (
    (pool === null || facts.pools.includes(pool)) &&
    (dex === null || facts.dex === dex) &&
    (attacker === null || facts.attackers.has(attacker)) &&
    (victim === null || facts.victims.has(victim))
  );
}
