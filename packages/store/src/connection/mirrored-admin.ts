import type { AdminConnection } from './admin-connection.js';

/** Administers both copies of a store. The first comes last: what it has, both have. */
export function mirroredAdmin(first: AdminConnection, second: AdminConnection): AdminConnection {
  return {
    copies: [...first.copies, ...second.copies],
    places: first.places,
    async execute(statement, options) {
      await second.execute(statement, options);
      await first.execute(statement, options);
    },
    async ask(query, params, timeoutMs) {
      const answers = [first, second].map((copy) => copy.ask(query, params, timeoutMs));
      return (await Promise.all(answers)).flat();
    },
    ping: (timeoutMs) => first.ping(timeoutMs),
    async checkCluster(timeoutMs) {
      for (const copy of [first, second]) await copy.checkCluster(timeoutMs);
    },
  };
}
