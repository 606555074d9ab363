import { markdownTable, ms, percentile } from '../support/report.js';
import type { Got } from './http-client.js';

const MOST_TEXTS = 10;

/** Answers of one kind of request. */
interface Counted {
  latenciesMs: number[];
  /** By status; 0 where there was no answer. */
  statuses: Map<number, number>;
}

/** What came of the requests, by kind. */
export class Tally {
  readonly #kinds = new Map<string, Counted>();
  /** What the first ones say. */
  readonly failureTexts: string[] = [];

  add(kind: string, { status, text }: Got, latencyMs: number): void {
    if (status >= 500 && this.failureTexts.length < MOST_TEXTS)
      this.failureTexts.push(`${kind}: ${status} ${text.slice(0, 200)}`);
    let counted = this.#kinds.get(kind);
    if (counted === undefined) {
      counted = { latenciesMs: [], statuses: new Map() };
      this.#kinds.set(kind, counted);
    }
    counted.latenciesMs.push(latencyMs);
    counted.statuses.set(status, (counted.statuses.get(status) ?? 0) + 1);
  }

  /** Answers that may not be: 5xx, and none at all. */
  get failures(): number {
    return [...this.#kinds.values()]
      .flatMap(({ statuses }) => [...statuses])
      .filter(([status]) => status === 0 || status >= 500)
      .reduce((sum, [, count]) => sum + count, 0);
  }

  get totals(): string {
    const all = new Map<number, number>();
    for (const { statuses } of this.#kinds.values())
      for (const [status, count] of statuses) all.set(status, (all.get(status) ?? 0) + count);
    return statusText(all);
  }

  /** Latencies from the moment at which a request was due. */
  table(order: readonly string[]): string {
    const rows = order.flatMap((kind) => {
      const counted = this.#kinds.get(kind);
      if (counted === undefined) return [];
      const { latenciesMs, statuses } = counted;
      return [
        [
          kind,
          String(latenciesMs.length),
          ...[0.5, 0.95, 0.99, 1].map((share) => ms(percentile(latenciesMs, share))),
          statusText(statuses),
        ],
      ];
    });
    const all = [...this.#kinds.values()].flatMap(({ latenciesMs }) => latenciesMs);
    return markdownTable([
      ['request', 'count', 'p50', 'p95', 'p99', 'longest', 'answers'],
      ...rows,
      [
        'all',
        String(all.length),
        ...[0.5, 0.95, 0.99, 1].map((share) => ms(percentile(all, share))),
        this.totals,
      ],
    ]);
  }
}

function statusText(statuses: ReadonlyMap<number, number>): string {
  return [...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${status === 0 ? 'no answer' : status}: ${count}`)
    .join(', ');
}
