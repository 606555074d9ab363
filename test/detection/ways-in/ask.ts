import { setTimeout as sleep } from 'node:timers/promises';
import type { ExpectedAnswers, SandwichCheck } from './answers.js';
import { WINDOW } from './expected.js';

const MOST_SIGNATURES = 10;
const REQUESTS_AT_ONCE = 4;
const MOST_EXAMPLES = 3;

export interface AnswerComparison {
  asked: number;
  sandwiched: number;
  /** Answers that say exactly what is expected. */
  right: number;
  /** The first few that do not. */
  examples: string[];
}

/** Asks `POST /api/mev/check-sandwich-fast` about transactions, ten a request; the answers in their order. */
export async function askFastCheck(api: string, signatures: readonly string[]): Promise<SandwichCheck[]> {
  const requests: string[][] = [];
  for (let at = 0; at < signatures.length; at += MOST_SIGNATURES)
    requests.push(signatures.slice(at, at + MOST_SIGNATURES));
  const answers: SandwichCheck[][] = [];
  for (let at = 0; at < requests.length; at += REQUESTS_AT_ONCE)
    answers.push(
      ...(await Promise.all(requests.slice(at, at + REQUESTS_AT_ONCE).map((some) => askOnce(api, some)))),
    );
  return answers.flat();
}

async function askOnce(api: string, signatures: readonly string[]): Promise<SandwichCheck[]> {
  const response = await fetch(`${api}/api/mev/check-sandwich-fast`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ signatures, slot_range: WINDOW }),
    signal: AbortSignal.timeout(30_000),
  });
  const body = (await response.json()) as { data: { results: SandwichCheck[] } };
  if (response.status !== 200) throw new Error(`HTTP ${response.status}: ${JSON.stringify(body)}`);
  return body.data.results;
}

/** Asks about transactions and compares every answer with what is expected of it. */
export async function compareAnswers(
  api: string,
  signatures: readonly string[],
  expected: ExpectedAnswers,
): Promise<AnswerComparison> {
  const answers = await askFastCheck(api, signatures);
  const problems = answers.map((answer) => expected.problemOf(answer)).filter((problem) => problem !== null);
  return {
    asked: answers.length,
    sandwiched: answers.filter(({ sandwich_detected: detected }) => detected).length,
    right: answers.length - problems.length,
    examples: problems.slice(0, MOST_EXAMPLES),
  };
}

/** The signatures of those transactions around which detection has not run yet, by what the API says itself. */
export async function undetectedOf(api: string, signatures: readonly string[]): Promise<string[]> {
  const answers = await askFastCheck(api, signatures);
  return answers
    .filter(({ coverage }) => coverage?.undetected_slots?.length !== 0)
    .map(({ signature }) => signature);
}

export interface ClaimsWatch {
  /** Ends the watch; gives the sandwiched trades that were called `not_sandwiched` meanwhile. */
  stop(): Promise<string[]>;
}

const WATCH_EVERY_MS = 1_000;

/**
 * Asks about sandwiched trades again and again while blocks come in. Until detection has run over their slots the
 * answer must be `unknown`, never `not_sandwiched`.
 */
export function watchClaims(api: string, victims: readonly string[]): ClaimsWatch {
  const wrong = new Set<string>();
  const stopping = new AbortController();
  const watching = (async () => {
    for (let at = 0; !stopping.signal.aborted; at = (at + MOST_SIGNATURES) % victims.length) {
      const answers = await askOnce(api, victims.slice(at, at + MOST_SIGNATURES));
      for (const { signature, verdict } of answers) if (verdict === 'not_sandwiched') wrong.add(signature);
      await sleep(WATCH_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();
  // `stop` rethrows an error; before that, no code awaits the promise.
  watching.catch(() => undefined);
  return {
    async stop() {
      stopping.abort();
      await watching;
      return [...wrong];
    },
  };
}
