import { setTimeout as sleep } from 'node:timers/promises';
import { type ApiClient, CliError } from '@tickscope/command-line';
import type { components } from '@tickscope/schemas';
import type { Example } from './example.js';

type Sandwich = components['schemas']['SandwichEvent'];

const POLL_MS = 2_000;
/** In the demo the first trade that shows all comes after some 100 seconds. */
export const SANDWICH_WAIT_MS = 150_000;

/** Slots either side of the trade that must be stored and analysed: those that its page looks at. */
const AROUND = 10;
/** How far from the trade others count as near it, and how many of them must be. */
const NEAR_SLOTS = 4;
const OTHERS_NEAR = 2;
/** As many as one check takes. */
const MOST_CHECKED = 10;

/**
 * A victim of a sandwich that shows what there is to see: all slots around it are known, the attacker failed once too, and
 * others traded near it. Waits for one; then it is any victim that was found, the one that shows most. Null when there is none
 * in time, or the API does not answer.
 */
export async function findVictim(
  client: ApiClient,
  wait: { ms: number; say(line: string): void; signal: AbortSignal; pollMs?: number },
): Promise<Example | null> {
  const { ms, say, signal, pollMs = POLL_MS } = wait;
  const deadline = Date.now() + ms;
  const search = new Search(client);
  for (let asked = 0; ; asked += 1) {
    await search.look().catch((error: unknown) => {
      if (!(error instanceof CliError)) throw error;
    });
    const { best } = search;
    if (best?.showsAll === true || Date.now() + pollMs > deadline) return best?.example ?? null;
    if (asked === 0) say(`Waiting for a sandwich with something to see, ${ms / 1_000} s at most…`);
    await sleep(pollMs, undefined, { signal }).catch(() => {});
    if (signal.aborted) return null;
  }
}

interface Found {
  example: Example;
  showsAll: boolean;
  hasAttempt: boolean;
}

/** Looks at each sandwich once, when what is around it is analysed. */
class Search {
  readonly #client: ApiClient;
  best: Found | null = null;
  /** Where sandwiches begin that were not looked at. */
  #fromSlot = 0;

  constructor(client: ApiClient) {
    this.#client = client;
  }

  async look(): Promise<void> {
    const { stored, detection } = (await this.#client.call('getStatus', {})).data;
    if (stored !== null && detection.to_slot !== null) {
      const from = Math.max(this.#fromSlot, stored.from_slot + AROUND);
      const to = detection.to_slot - AROUND;
      if (from <= to) await this.#lookWithin({ from, to });
    }
    if (this.best !== null) return;
    const [any] = await newestSandwiches(this.#client, {});
    if (any !== undefined) this.best = found(any, { hasAttempt: false, showsAll: false });
  }

  async #lookWithin({ from, to }: { from: number; to: number }): Promise<void> {
    const known = await surroundedSandwiches(this.#client, { from: String(from), to: String(to) });
    const telling = known.filter(({ hasAttempt }) => hasAttempt);
    for (const { sandwich } of telling)
      if (await hasOthersNear(this.#client, sandwich)) {
        this.best = found(sandwich, { hasAttempt: true, showsAll: true });
        return;
      }
    const [next] = [...telling, ...known];
    if (next !== undefined && (this.best === null || !this.best.hasAttempt))
      this.best = found(next.sandwich, { hasAttempt: next.hasAttempt, showsAll: false });
    this.#fromSlot = to + 1;
  }
}

function found(sandwich: Sandwich, shows: Pick<Found, 'hasAttempt' | 'showsAll'>): Found {
  const example = { signature: victimOf(sandwich), account: sandwich.pool.pool_address, isSandwiched: true };
  return { example, ...shows };
}

/** The first victim that can be asked about. */
function victimOf({ victims }: Sandwich): string {
  return victims.find(hasSignature)!.signature;
}

function hasSignature<T extends { signature: string | null }>(
  victim: T,
): victim is T & { signature: string } {
  return victim.signature !== null;
}

interface Surrounded {
  sandwich: Sandwich;
  /** An attempt of the attacker around the victim failed. */
  hasAttempt: boolean;
}

/** The newest ones whose victims' slots are all stored and analysed, ten slots before and after. */
async function surroundedSandwiches(
  client: ApiClient,
  range: { from: string; to: string },
): Promise<Surrounded[]> {
  const listed = await newestSandwiches(client, range);
  // A failed attempt is rare, so those with one are looked at first.
  listed.sort((left, right) => Number(right.attempt_count > 0) - Number(left.attempt_count > 0));
  const sandwiches = listed.slice(0, MOST_CHECKED);
  if (sandwiches.length === 0) return [];
  const body = { signatures: sandwiches.map(victimOf), slot_range: AROUND };
  const { results } = (await client.call('checkSandwichFast', { body })).data;
  const checks = new Map(results.map((check) => [check.signature, check]));
  return sandwiches.flatMap((sandwich) => {
    const check = checks.get(victimOf(sandwich));
    if (check === undefined || check.verdict !== 'sandwiched' || !isWholeWindow(check.coverage)) return [];
    const hasAttempt = check.incidents.some((leg) => !leg.success && leg.sandwich.id === sandwich.id);
    return [{ sandwich, hasAttempt }];
  });
}

function isWholeWindow(coverage: components['schemas']['Coverage'] | null): boolean {
  return (
    coverage !== null &&
    coverage.missing_slots.length + coverage.incomplete_slots.length + coverage.undetected_slots.length === 0
  );
}

/** Lists the newest sandwiches with a victim that can be asked about. */
async function newestSandwiches(client: ApiClient, range: Record<string, string>): Promise<Sandwich[]> {
  const queryParameters = { ...range, limit: '100' };
  const { data } = await client.call('listSandwiches', { queryParameters });
  return data.sandwiches.filter(({ victims }) => victims.some(hasSignature));
}

/** Whether more transactions than its own touched the pool near the victim. */
async function hasOthersNear(client: ApiClient, sandwich: Sandwich): Promise<boolean> {
  const { victims, legs, attempt_count: attempts, pool } = sandwich;
  const body = {
    ...{ signature: victimOf(sandwich), account_id: pool.pool_address },
    ...{ slot_range: NEAR_SLOTS, limit: 1 },
  };
  const { pagination } = await client.call('analyzeTrade', { body });
  return pagination.total_items >= victims.length + legs.length + attempts + OTHERS_NEAR;
}
