import { markdownTable, ms, percentile } from '../support/report.js';
import type { Got } from './http-client.js';
import type { Request } from './plan.js';

const MOST_TEXTS = 10;

/** Answers of one kind of request. */
class Counted {
  /** Times of requests that were let in and were no mistakes: 2xx. */
  readonly answeredMs: number[] = [];
  /** Times of refusals, mistakes and what is not there. */
  readonly refusedMs: number[] = [];
  /** By status; 0 where there was no answer. */
  readonly statuses = new Map<number, number>();
  /** Answers that were there before the question. */
  hits = 0;

  add({ status, cache }: Got, latencyMs: number): void {
    const isAnswered = status >= 200 && status < 300;
    (isAnswered ? this.answeredMs : this.refusedMs).push(latencyMs);
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    if (cache === 'hit') this.hits += 1;
  }

  get requests(): number {
    return this.answeredMs.length + this.refusedMs.length;
  }
}

/** Outcome of the requests. */
export class Tally {
  readonly #all = new Counted();
  readonly #operations = new Map<string, Counted>();
  readonly #kinds = new Map<string, Counted>();
  readonly #groups = new Map<string, Counted>();
  /** Texts of the first failures. */
  readonly failureTexts: string[] = [];

  /** @param latencyMs from the moment at which the request was due */
  add(
    { kind: { operation, about }, group }: Pick<Request, 'kind' | 'group'>,
    got: Got,
    latencyMs: number,
  ): void {
    if (got.status >= 500 && this.failureTexts.length < MOST_TEXTS)
      this.failureTexts.push(`${operation}: ${got.status} ${got.text.slice(0, 200)}`);
    this.#all.add(got, latencyMs);
    for (const [counts, name] of [
      [this.#operations, operation],
      [this.#kinds, about === '' ? operation : `${operation}, ${about}`],
      [this.#groups, group.name],
    ] as const) {
      const counted = counts.get(name) ?? new Counted();
      counts.set(name, counted);
      counted.add(got, latencyMs);
    }
  }

  /** Answers that may not be: 5xx, and none at all. */
  get failures(): number {
    return [...this.#all.statuses]
      .filter(([status]) => status === 0 || status >= 500)
      .reduce((sum, [, count]) => sum + count, 0);
  }

  get operations(): string {
    return tableOf(this.#operations, 'operation', this.#all);
  }

  get kinds(): string {
    return tableOf(this.#kinds, 'request', this.#all);
  }

  /** @param about what each group is */
  groups(about: ReadonlyMap<string, string>): string {
    return markdownTable([
      ['who asks', '', 'requests', 'answers'],
      ...[...this.#groups].map(([name, counted]) => [
        name,
        about.get(name) ?? '',
        `${counted.requests} (${share(counted.requests, this.#all.requests)})`,
        statusText(counted, true),
      ]),
      ['all', '', String(this.#all.requests), statusText(this.#all, true)],
    ]);
  }
}

const HEAD = [
  ...['requests', 'answers', 'of which kept'],
  ...['p50', 'p95', 'p99', 'longest'].map((name) => `2xx ${name}`),
  ...['others p99', 'longest'],
];

function tableOf(counts: ReadonlyMap<string, Counted>, title: string, all: Counted): string {
  const rows = [...counts].sort(([, one], [, other]) => other.requests - one.requests);
  return markdownTable([
    [title, ...HEAD],
    ...[...rows, ['all', all] as const].map(([name, counted]) => [
      name,
      String(counted.requests),
      statusText(counted, false),
      counted.hits === 0 ? '–' : String(counted.hits),
      ...[0.5, 0.95, 0.99, 1].map((part) => time(counted.answeredMs, part)),
      ...[0.99, 1].map((part) => time(counted.refusedMs, part)),
    ]),
  ]);
}

function time(latenciesMs: readonly number[], part: number): string {
  return latenciesMs.length === 0 ? '–' : ms(percentile(latenciesMs, part));
}

function statusText({ statuses, requests }: Counted, withShares: boolean): string {
  return [...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => {
      const name = status === 0 ? 'no answer' : String(status);
      return `${name}: ${count}${withShares ? ` (${share(count, requests)})` : ''}`;
    })
    .join(', ');
}

function share(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(1)} %`;
}
