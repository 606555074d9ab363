import type { Address } from '@tickscope/chain';
import type { Confidence, Intent } from '@tickscope/sandwich';

/** A listener's filter. All conditions must hold; null means no condition. */
export interface FeedFilter {
  /** Base58 address of the frontruns' or the backruns' pool. */
  pool: Address | null;
  /** Base58 address of one of the two tokens. */
  mint: Address | null;
  /** A DEX's name. */
  dex: string | null;
  /** Base58 addresses. */
  attacker: Address | null;
  victim: Address | null;
  /** Any of them matches. */
  confidences: readonly Confidence[];
  intents: readonly Intent[] | null;
  /** The least loss of all victims, in SOL. A loss without a value in SOL does not match. */
  minLossSol: number | null;
  /** Only revisions that are final, and retractions of these. */
  isFinal: boolean;
}

/** The facts of an event that filters compare. */
export interface FilteredFacts {
  pools: readonly Address[];
  mints: readonly Address[];
  dex: string;
  /**
   * The wallets of this revision and of the previous one: a listener who saw a wallet named also gets the
   * revision that drops it.
   */
  attackers: ReadonlySet<Address>;
  victims: ReadonlySet<Address>;
  /** Statements of this revision and of the previous one; null if the previous one is no longer known: then all match. */
  said: Said | null;
  isFinal: boolean;
}

/** Statements of revisions about a sandwich, as stored and as of now. */
export interface Said {
  confidences: ReadonlySet<Confidence>;
  intents: ReadonlySet<Intent>;
  /** In SOL, of those that have a value in it. */
  losses: readonly number[];
}

/** Whether the tables cannot leave out anything: what is said of an event is known only once it is read. */
export function isUnfiltered({ pool, mint, dex, attacker, victim, isFinal }: FeedFilter): boolean {
  return [pool, mint, dex, attacker, victim].every((condition) => condition === null) && !isFinal;
}

export function passes(facts: FilteredFacts, filter: FeedFilter): boolean {
  const { pool, mint, dex, attacker, victim, isFinal } = filter;
  return (
    (pool === null || facts.pools.includes(pool)) &&
    (mint === null || facts.mints.includes(mint)) &&
    (dex === null || facts.dex === dex) &&
    (attacker === null || facts.attackers.has(attacker)) &&
    (victim === null || facts.victims.has(victim)) &&
    (!isFinal || facts.isFinal) &&
    (facts.said === null || isSaid(facts.said, filter))
  );
}

function isSaid(said: Said, { confidences, intents, minLossSol }: FeedFilter): boolean {
  return (
    confidences.some((confidence) => said.confidences.has(confidence)) &&
    (intents === null || intents.some((intent) => said.intents.has(intent))) &&
    (minLossSol === null || said.losses.some((loss) => loss >= minLossSol))
  );
}
