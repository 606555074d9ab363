import { setTimeout as sleep } from 'node:timers/promises';
import { createTickscope } from '@tickscope/sdk';
import { type GeneratorOptions, type Simulator, startSimulator } from '@tickscope/simulator';
import { Random } from '@tickscope/testkit/random';
import { within } from '../support/within.js';
import { CuttableRelay } from './cuttable-relay.js';
import { DisturbedStack } from './disturbed-stack.js';
import { type Fault, JUMPING_CLOCKS, killed, STOPPED_PARTS } from './faults.js';
import { KnownChain } from './known-chain.js';
import { type Asked, QUESTIONS } from './questions.js';
import { storedRange } from './stored.js';

const SLOT_MS = 600;
const HISTORY_SLOTS = 60;
const CHAIN: Partial<GeneratorOptions> = {
  seed: 'nemesis',
  slotMs: SLOT_MS,
  transactionsPerSlot: 40,
  voteShare: 0.3,
  dexShare: 0.5,
  sandwichesPerSlot: 0.8,
  pools: 40,
  skippedShare: 0.05,
};
/** A part that was killed or stopped answers again within this, or the run fails. */
const BACK_WITHIN_MS = 240_000;
const ASKERS = 4;
/** A client that waits for no answer asks the next question. */
const ANSWER_WITHIN_MS = 15_000;

export interface NemesisReport {
  events: string[];
  /** By question: what the answers were. `unanswered`: 503, a broken connection or none within the time. */
  tallies: Record<string, Record<'right' | 'unknown' | 'unanswered', number>>;
  wrong: string[];
}

/**
 * Asks a running stack over and over about a chain that is known beforehand, while its parts are killed, stopped and cut
 * off and their clocks jump. An answer is right, or says that it does not know, or does not come; nothing else.
 *
 * @param forMs how long; every kind of event happens at least once
 */
export async function runNemesis(options: {
  seed: number;
  forMs: number;
  say(line: string): void;
}): Promise<NemesisReport> {
  const slots = HISTORY_SLOTS + Math.ceil(options.forMs / SLOT_MS);
  const generate = { ...CHAIN, startTime: Math.floor((Date.now() - HISTORY_SLOTS * SLOT_MS) / 1_000) };
  const chain = new KnownChain(generate, slots);
  const simulator = await startSimulator({
    generate: { ...generate, slots },
    pace: { slotMs: SLOT_MS, historySlots: HISTORY_SLOTS, retentionSlots: slots },
    rpc: {},
  });
  const relay = await CuttableRelay.to(simulator.port);
  const stack = await DisturbedStack.start({
    source: 'geyser',
    env: () => ({
      GEYSER_ENDPOINT: `http://127.0.0.1:${relay.port}`,
      RPC_URL: simulator.rpc!.endpoint,
    }),
  });
  try {
    return await new Nemesis(options, chain, simulator, relay, stack).run();
  } catch (error) {
    options.say(stack.up.output());
    throw error;
  } finally {
    await stack.remove();
    relay.stop();
    await simulator.stop();
  }
}

class Nemesis {
  readonly #say: (line: string) => void;
  readonly #simulator: Simulator;
  readonly #relay: CuttableRelay;
  readonly #stack: DisturbedStack;
  readonly #asked: Asked;
  readonly #random: Random;
  readonly #report: NemesisReport = { events: [], tallies: {}, wrong: [] };

  constructor(
    { seed, say }: { seed: number; say(line: string): void },
    chain: KnownChain,
    simulator: Simulator,
    relay: CuttableRelay,
    stack: DisturbedStack,
  ) {
    this.#say = say;
    this.#simulator = simulator;
    this.#relay = relay;
    this.#stack = stack;
    this.#random = new Random(seed);
    this.#asked = {
      api: createTickscope({
        ...{ baseUrl: stack.up.api, token: stack.up.key, retries: 0, timeoutMs: ANSWER_WITHIN_MS },
      }),
      chain,
      random: new Random(seed + 1),
      headSlot: () => simulator.chain.head('processed')?.slot ?? chain.firstSlot,
      stored: new Set(),
      verdicts: [],
      finalIds: new Set(),
    };
    for (const name of Object.keys(QUESTIONS))
      this.#report.tallies[name] = { right: 0, unknown: 0, unanswered: 0 };
  }

  async run(): Promise<NemesisReport> {
    let isOver = false;
    const askers = Array.from({ length: ASKERS }, async () => {
      while (!isOver) await this.#askOnce();
    });
    try {
      await this.#disturb();
    } finally {
      isOver = true;
      await Promise.all(askers);
    }
    await this.#judgeLater();
    return this.#report;
  }

  /** Until the chain has ended. */
  async #disturb(): Promise<void> {
    const { chain } = this.#asked;
    let deck: Fault[] = [];
    let isEnded = false;
    void this.#simulator.chain.ended.then(() => {
      isEnded = true;
    });
    while (!isEnded) {
      if (deck.length === 0) deck = this.#faults();
      const [fault] = deck.splice(this.#random.below(deck.length), 1) as [Fault];
      fault.begin(this.#stack);
      await sleep(2_000 + this.#random.below(20_000));
      fault.end(this.#stack);
      this.#report.events.push(fault.name);
      const isBack = await within(BACK_WITHIN_MS, () => this.#isBack());
      const behind = this.#asked.headSlot() - (await storedRange(this.#stack.dataDir)).last;
      this.#say(`${fault.name}: ${isBack ? `back, ${behind} slots behind` : 'NOT BACK'}; ${this.#summary()}`);
      if (!isBack) throw new Error(`not back ${BACK_WITHIN_MS / 1_000} s after: ${fault.name}`);
      await sleep(this.#random.below(8_000));
    }
    this.#say(`the chain ended at ${chain.lastSlot}`);
  }

  #faults(): Fault[] {
    const cut = {
      name: 'the stream is cut off',
      begin: () => this.#relay.cut(),
      end: () => this.#relay.mend(),
    };
    const roles = ['ClickHouse', 'Postgres', 'Postgres backend', 'API', 'ingester'] as const;
    return [...roles.map((role) => killed(role, this.#random)), ...STOPPED_PARTS, cut, JUMPING_CLOCKS];
  }

  async #isBack(): Promise<boolean> {
    await this.#asked.api.getSubscription();
    const { last } = await storedRange(this.#stack.dataDir);
    const newest = Math.min(this.#asked.headSlot(), this.#asked.chain.lastSlot);
    return newest - last < 20;
  }

  async #askOnce(): Promise<void> {
    const names = Object.keys(QUESTIONS);
    const name = this.#asked.random.pick(names);
    const tally = this.#report.tallies[name]!;
    try {
      const finding = await QUESTIONS[name]!(this.#asked);
      if (typeof finding === 'string') tally[finding] += 1;
      else this.#wrong(`${name}: ${finding.wrong}`);
    } catch (error) {
      const { status, message } = error as { status?: number | null; message: string };
      if (typeof status === 'number' && status !== 503) this.#wrong(`${name}: ${status} ${message}`);
      else {
        tally.unanswered += 1;
        await sleep(100);
      }
    }
  }

  #wrong(text: string): void {
    this.#report.wrong.push(text.slice(0, 2_000));
    this.#say(`WRONG ${text.slice(0, 600)}`);
  }

  /** Once all is stored and detected: what was said of verdicts and final sandwiches, against what is so now. */
  async #judgeLater(): Promise<void> {
    const { api, verdicts, finalIds } = this.#asked;
    const { gaps, code, text } = await this.#stack.verified();
    if (gaps.length > 0 || code !== 0) throw new Error(`not as the chain: ${gaps.join('; ')}\n${text}`);
    const now = new Map<string, string>();
    for (const { signature } of verdicts) {
      if (now.has(signature)) continue;
      const { results } = (await api.checkSandwichFast({ signature, slot_range: 10 })).data;
      now.set(signature, results[0]!.verdict);
    }
    for (const { signature, isSandwiched, atMs } of verdicts) {
      const verdict = now.get(signature);
      if (verdict !== (isSandwiched ? 'sandwiched' : 'not_sandwiched'))
        this.#wrong(
          `checkSandwichFast of ${signature} at ${new Date(atMs).toISOString()}: sandwiched ${isSandwiched}, now ${verdict}`,
        );
    }
    for (const id of finalIds) {
      const { retracted } = (await api.getSandwich({ id })).data;
      if (retracted) this.#wrong(`sandwich ${id} was final, and is retracted`);
    }
    this.#say(`${verdicts.length} verdicts and ${finalIds.size} final sandwiches judged`);
  }

  #summary(): string {
    const sums = { right: 0, unknown: 0, unanswered: 0 };
    for (const tally of Object.values(this.#report.tallies))
      for (const name of ['right', 'unknown', 'unanswered'] as const) sums[name] += tally[name];
    return `${sums.right} right, ${sums.unknown} unknown, ${sums.unanswered} without an answer, ${this.#report.wrong.length} WRONG`;
  }
}
