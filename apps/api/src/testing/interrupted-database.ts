import type { Database } from '@tickscope/queries';

export interface InterruptedDatabase extends Database {
  /** How many statements were run so far. */
  statements(): number;
}

/**
 * A database to which something happens before its statement number `at`: when all earlier statements have ended, and before
 * any later one begins.
 */
export function interruptedDatabase(
  database: Database,
  at: number,
  happen: () => Promise<void>,
): InterruptedDatabase {
  let count = 0;
  let happened: Promise<void> = Promise.resolve();
  const begun: Promise<unknown>[] = [];
  return {
    statements: () => count,
    rows(query, params, context) {
      count += 1;
      if (count === at) happened = Promise.allSettled(begun).then(happen);
      const rows = happened.then(() => database.rows(query, params, context));
      begun.push(rows);
      return rows;
    },
  };
}

/** Does something once: when each of some participants waits for it or has left. */
export class Meeting {
  readonly #happen: () => Promise<void>;
  readonly #waiting: (() => void)[] = [];
  #absent: number;

  constructor(participants: number, happen: () => Promise<void>) {
    this.#absent = participants;
    this.#happen = happen;
  }

  /** Resolves when it has happened. */
  async wait(): Promise<void> {
    const happened = new Promise<void>((resolve) => this.#waiting.push(resolve));
    await this.leave();
    await happened;
  }

  async leave(): Promise<void> {
    this.#absent -= 1;
    if (this.#absent > 0) return;
    await this.#happen();
    for (const resolve of this.#waiting) resolve();
  }
}
