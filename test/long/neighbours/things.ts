import { setTimeout as sleep } from 'node:timers/promises';
import { createJobs } from '@tickscope/accounts';
import { found, plant, storeBlocks, write } from '@tickscope/testkit/store/planted-sandwiches';
import { address } from '@tickscope/testkit/traded-block';
import type { Caller } from './callers.js';
import { MARKETS } from './range-data.js';
import type { Stage } from './stage.js';

/** Something that all accounts share. */
export interface SharedThing {
  name: string;
  /** How often its neighbour uses it, alone and again beside the hostile ones. */
  times: number;
  /** The most that the p99 beside the hostile ones may be, as a multiple of that alone; null: it is only shown. */
  mostRatio: number | null;
  /** Prepares the measurement, where that is needed. Returns what its neighbour does, and waits for, each time. */
  use(stage: Stage): Promise<() => Promise<void>>;
  /** Does what the hostile ones do until the signal aborts. */
  attack(stage: Stage, signal: AbortSignal): Promise<void>;
}

/** The questions of the hostile account at once; each visitor asks one at a time. */
const AT_ONCE = 29;
/** A caller who is refused comes again at once, but for this. */
const BREATH_MS = 100;
const THINK_MS = 200;
const WEBHOOKS = 10;
/** The most that each account and each visitor may. */
const STREAMS = 20;
const HELD = 4;

async function answered(caller: Caller, path: string, body?: object): Promise<string> {
  const { status, text } = await caller.ask(path, body === undefined ? {} : { body });
  if (status !== 200) throw new Error(`${path}: ${status} ${text.slice(0, 300)}`);
  return text;
}

/** The hostile account asks with 29 questions at once, and each visitor with one, again and again. */
async function flood(
  { hostile, visitors }: Stage,
  signal: AbortSignal,
  ask: (caller: Caller, at: number) => Promise<unknown>,
): Promise<void> {
  const askers = [...Array.from({ length: AT_ONCE }, () => hostile), ...visitors];
  await Promise.all(
    askers.map(async (caller, at) => {
      for (let count = at; !signal.aborted; count += askers.length) {
        await ask(caller, count);
        await sleep(BREATH_MS);
      }
    }),
  );
}

const market = (at: number) => ({ account: MARKETS[at % MARKETS.length], time_range: '24h' });

const ranges: SharedThing = {
  name: 'questions over ranges',
  times: 50,
  mostRatio: 2,
  async use({ modest }) {
    return async () => {
      await answered(modest, '/write-locks/account', market(0));
    };
  },
  attack: (stage, signal) =>
    flood(stage, signal, (caller, at) => caller.ask('/write-locks/account', { body: market(at), signal })),
};

const webhooks: SharedThing = {
  name: 'webhooks',
  times: 50,
  mostRatio: 2,
  async use(stage) {
    const { quick } = stage.receivers;
    await makeWebhook(stage.modest, quick.url);
    return async () => {
      const before = quick.received.length;
      await queueMessages(stage, stage.modest.account, 1);
      while (quick.received.length === before) await sleep(2);
    };
  },
  async attack(stage, signal) {
    const { hostile, receivers } = stage;
    for (let at = 0; at < WEBHOOKS; at += 1) await makeWebhook(hostile, receivers.slow.url);
    while (!signal.aborted) {
      await queueMessages(stage, hostile.account, 20);
      await sleep(20_000, undefined, { signal }).catch(() => {});
    }
    await stage.processes.accounts.query('DELETE FROM tickscope.webhooks WHERE account = $1', [
      hostile.account,
    ]);
  },
};

async function makeWebhook(caller: Caller, url: string): Promise<void> {
  await answered(caller, '/webhooks', { url, events: ['sandwich'] });
}

async function queueMessages({ processes }: Stage, account: string, count: number): Promise<void> {
  await processes.accounts.query(
    `INSERT INTO tickscope.webhook_deliveries (webhook, event, body)
     SELECT id, 'sandwich', '{}' FROM tickscope.webhooks, generate_series(1, $2) WHERE account = $1`,
    [account, count],
  );
}

/** A wallet that was not asked about before, so that no answer is reused. */
let wallets = 0;
const freshWallet = (): object => {
  wallets += 1;
  return { wallet_address: address(`wallet ${wallets}`) };
};
const jobIdOf = (text: string): string => (JSON.parse(text) as { jobId: string }).jobId;

async function checkWallet(caller: Caller): Promise<void> {
  const id = jobIdOf(await answered(caller, '/mev/check-wallet', freshWallet()));
  for (;;) {
    const { state } = JSON.parse(await answered(caller, `/mev/job-status/${id}`)) as { state: string };
    if (state === 'completed') return;
    if (state === 'failed') throw new Error(`the job ${id} failed`);
    await sleep(20);
  }
}

const submitJobs = (stage: Stage, signal: AbortSignal): Promise<void> =>
  flood(stage, signal, (caller) => caller.ask('/mev/check-wallet', { body: freshWallet(), signal }));

const jobs: SharedThing = {
  name: 'jobs',
  times: 30,
  mostRatio: null,
  async use({ modest }) {
    return () => checkWallet(modest);
  },
  attack: submitJobs,
};

const heldAnswers: SharedThing = {
  name: 'held answers',
  times: 30,
  mostRatio: null,
  async use({ modest }) {
    return async () => {
      const id = jobIdOf(await answered(modest, '/mev/check-wallet', freshWallet()));
      for (;;) {
        const text = await answered(modest, `/mev/job-status/${id}?wait=25`);
        if ((JSON.parse(text) as { state: string }).state === 'completed') return;
      }
    };
  },
  /** As many as are allowed, of a job that does not end: a backfill, which no process here does. */
  async attack({ hostile, visitors, processes }, signal) {
    const submitted = createJobs(processes.accounts);
    await Promise.all(
      [hostile, ...visitors].map(async (caller) => {
        const backfill = { account: caller.account, kind: 'backfill-transaction', request: {} };
        const { jobId } = await submitted.submit(backfill);
        await Promise.all(
          Array.from({ length: HELD }, async () => {
            while (!signal.aborted) {
              await caller.ask(`/mev/job-status/${jobId}?wait=25`, { signal });
              await sleep(BREATH_MS);
            }
          }),
        );
      }),
    );
    await submitted.close();
  },
};

let planted = 900_000;

const feed: SharedThing = {
  name: 'live feed',
  times: 50,
  mostRatio: null,
  async use({ modest, processes }) {
    let text = '';
    let isOver = false;
    const ended = modest.listen('/mev/stream', new AbortController().signal, (more) => {
      text += more;
    });
    void ended
      .catch(() => {})
      .finally(() => {
        isOver = true;
      });
    const has = async (part: string): Promise<void> => {
      while (!text.includes(part)) {
        if (isOver) throw new Error('the stream has ended');
        await sleep(2);
      }
      text = '';
    };
    // The stream has begun.
    await has('\n');
    return async () => {
      planted += 1;
      const each = plant(planted, { attacker: 'mallory', victims: ['alice'], pool: 'north' });
      await storeBlocks(processes, [each]);
      await write(processes, found(each));
      await has(each.sandwich.id);
    };
  },
  async attack({ hostile, visitors }, signal) {
    const streams = [
      ...[hostile, ...visitors].flatMap((caller) => Array.from({ length: STREAMS }, () => caller)),
    ];
    await Promise.all(
      streams.map(async (caller) => {
        while (!signal.aborted) {
          await caller.listen('/mev/stream', signal, () => {}).catch(() => {});
          await sleep(1_000, undefined, { signal }).catch(() => {});
        }
      }),
    );
  },
};

const postgres: SharedThing = {
  name: 'connections to Postgres',
  times: 150,
  mostRatio: null,
  async use({ modest }) {
    return async () => {
      await answered(modest, '/subscription');
    };
  },
  attack: (stage, signal) =>
    flood(stage, signal, (caller) =>
      caller.ask(caller === stage.hostile ? '/subscription' : '/slots?limit=1', { signal }),
    ),
};

const clickhouse: SharedThing = {
  name: 'places of short questions',
  times: 150,
  mostRatio: null,
  async use({ modest }) {
    return async () => {
      await answered(modest, '/slots?limit=20');
    };
  },
  attack: (stage, signal) => flood(stage, signal, (caller) => caller.ask('/slots?limit=100', { signal })),
};

export const SHARED_THINGS: readonly SharedThing[] = [
  ranges,
  webhooks,
  jobs,
  heldAnswers,
  feed,
  postgres,
  clickhouse,
];

/** Uses a thing several times, and returns how long each took. */
export async function timed(times: number, use: () => Promise<void>): Promise<number[]> {
  const tookMs: number[] = [];
  for (let at = 0; at < times; at += 1) {
    const startedAt = performance.now();
    await use();
    tookMs.push(performance.now() - startedAt);
    await sleep(THINK_MS);
  }
  return tookMs;
}
