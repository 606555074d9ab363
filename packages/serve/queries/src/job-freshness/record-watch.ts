import { column, defineFileQuery, param } from '@tickscope/store';
import type { Database, QueryContext } from '../database.js';

const RECENT_TRIPS = defineFileQuery(import.meta.url, './recent-trips.sql', {
  params: { addresses: param.texts, since: param.integer },
  row: { digest: column.text },
});

/** Parameters go in the URL, which may have 128 KB. */
const MOST_ACTORS = 2_000;

/** A digest of what was written to the records of some actors since a time; empty where there are no actors. */
export async function readRecentTrips(
  database: Database,
  actors: readonly string[],
  since: number,
  context: QueryContext,
): Promise<string> {
  if (actors.length === 0) return '';
  const [row] = await database.rows(RECENT_TRIPS, { addresses: actors, since }, context);
  if (row === undefined) throw new Error('RECENT_TRIPS returned no row, though it has no GROUP BY');
  return row.digest;
}

/**
 * The actors whose records an analysis reads, and a digest of what was written to these since a time. The digest of an
 * actor is read before its record (`QueryContext.beforeRecords`): a trip that is written in between counts as a change.
 */
export class RecordWatch {
  readonly #read: (actors: readonly string[]) => Promise<string>;
  readonly #actors = new Set<string>();
  #digest = 0n;
  #reads: Promise<void> = Promise.resolve();

  /** @param since Unix seconds by ClickHouse's clock */
  constructor(database: Database, since: number, context: QueryContext) {
    this.#read = (actors) => readRecentTrips(database, actors, since, context);
  }

  /** Resolves when the digests of these actors, and of all added before, are read. */
  readonly add = async (addresses: readonly string[]): Promise<void> => {
    const added = [...new Set(addresses)].filter((address) => !this.#actors.has(address));
    for (const address of added) this.#actors.add(address);
    if (added.length > 0 && this.#actors.size <= MOST_ACTORS)
      this.#reads = this.#reads.then(async () => {
        // Sums of UInt64 wrap: the digests of two sets of actors add up to the digest of both.
        this.#digest = BigInt.asUintN(64, this.#digest + BigInt(await this.#read(added)));
      });
    await this.#reads;
  };

  /** Base58; null: too many to look at. */
  get actors(): string[] | null {
    return this.#actors.size > MOST_ACTORS ? null : [...this.#actors].sort();
  }

  /** As `readRecentTrips` returns it for all of them. */
  get digest(): string {
    return this.#actors.size === 0 ? '' : String(this.#digest);
  }
}
