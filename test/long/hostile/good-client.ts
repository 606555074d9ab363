import { setTimeout as sleep } from 'node:timers/promises';
import type { Known } from './stage.js';

const PAUSE_MS = 50;
/** A question is not answered in this time: the client has gone home. */
const PATIENCE_MS = 20_000;

export interface GoodClient {
  latenciesMs: number[];
  /** Answers that were not a 200. */
  refusals: string[];
  stop(): Promise<void>;
}

/** A customer who asks about twenty things a second, one after the other, from the address that the hostile ones share. */
export function startGoodClient(url: string, known: Known): GoodClient {
  const latenciesMs: number[] = [];
  const refusals: string[] = [];
  let isStopped = false;

  async function ask(path: string, body?: object): Promise<unknown> {
    const startedAt = performance.now();
    try {
      const response = await fetch(`${url}/api${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${known.goodKey}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      const text = await response.text();
      latenciesMs.push(performance.now() - startedAt);
      if (response.status !== 200) refusals.push(`${path}: ${response.status} ${text.slice(0, 300)}`);
      return JSON.parse(text);
    } catch (error) {
      refusals.push(`${path}: ${String(error)} ${String((error as Error).cause ?? '')}`);
      return null;
    }
  }

  async function questions(at: number): Promise<void> {
    const signature = known.signatures[at % known.signatures.length];
    const [account] = known.accounts;
    await ask(`/transaction/${signature}`);
    await ask('/analyze-trade', { signature, account_id: account });
    await ask('/mev/check-sandwich-fast', { signature, slot_range: 2 });
    await ask('/subscription');
    if (at % 20 !== 0) return;
    await ask('/write-locks/account', { account, slot: 1_000 + (at % 200) });
    const job = (await ask('/mev/check-wallet', { wallet_address: account })) as { jobId?: string } | null;
    if (job?.jobId !== undefined) await ask(`/mev/job-status/${job.jobId}`);
  }

  const done = (async () => {
    for (let at = 0; !isStopped; at += 1) {
      await questions(at);
      await sleep(PAUSE_MS);
    }
  })();
  return {
    latenciesMs,
    refusals,
    async stop() {
      isStopped = true;
      await done;
    },
  };
}
