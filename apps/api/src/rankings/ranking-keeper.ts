import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@tickscope/log';
import type { Database, QueryContext } from '@tickscope/queries';
import { keepAttackerRanking } from '@tickscope/queries/attackers';
import { readNewestBlock } from '@tickscope/queries/coverage';
import { keepValidatorShares } from '@tickscope/queries/validators';

export interface RankingSettings {
  /** The wait before the first round and between two. A process that lives shorter makes what it is asked for only. */
  everyMs: number;
}

export const RANKING_SETTINGS: RankingSettings = { everyMs: 60_000 };

const PERIODS = ['1h', '6h', '24h'] as const;

/**
 * Makes the rankings before anyone waits for them, one after the other, and again shortly before the time ends in which
 * they are served. Callers renew them more often.
 */
export class RankingKeeper {
  readonly #stop = new AbortController();
  readonly #done: Promise<void>;

  /** @param options.database whose callers ask for the rankings */
  constructor({ database, log }: { database: Database; log: Logger }, { everyMs }: RankingSettings) {
    this.#done = this.#run({ database, log }, everyMs);
  }

  /** Returns when nothing runs any more. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#done;
  }

  async #run({ database, log }: { database: Database; log: Logger }, everyMs: number): Promise<void> {
    const { signal } = this.#stop;
    const context = { id: 'rankings', signal };
    for (;;) {
      await sleep(everyMs, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      // The next caller reads it itself, and gets the error.
      await keepAll(database, 2 * everyMs, context).catch((error: unknown) => {
        if (!signal.aborted) log.debug({ err: error }, 'a ranking could not be made');
      });
    }
  }
}

/** An empty store has no ranking worth keeping. */
async function keepAll(database: Database, leftMs: number, context: QueryContext): Promise<void> {
  if ((await readNewestBlock(database, context)) === null) return;
  for (const period of PERIODS) {
    await keepAttackerRanking(database, { period, leftMs }, context);
    await keepValidatorShares(database, { period, leftMs }, context);
  }
}
