import { afterEach, describe, expect, test, vi } from 'vitest';
import { ChainGenerator } from '../synthetic/chain-generator.js';
import { generatedSource } from '../synthetic/generated-source.js';
import type { GeneratorOptions } from '../synthetic/options.js';
import { type ChainEvent, type ChainSubscriber, type Commitment, SLOT_STATUS } from './chain.js';
import { LiveChain, type LiveChainOptions } from './live-chain.js';

const FIRST = 432_000_000;

function chainOf(
  slots: number,
  options: Partial<LiveChainOptions> = {},
  generate: Partial<GeneratorOptions> = {},
): LiveChain {
  const generator = new ChainGenerator({
    seed: 'live',
    transactionsPerSlot: 10,
    skippedShare: 0,
    ...generate,
  });
  const source = generatedSource(generator, { slots });
  return new LiveChain(source, { slotMs: 0, ...options });
}

class Listener implements ChainSubscriber {
  readonly commitment: Commitment;
  readonly events: ChainEvent[] = [];
  isFull = false;

  constructor(commitment: Commitment = 'processed') {
    this.commitment = commitment;
  }

  deliver(events: readonly ChainEvent[]): void {
    this.events.push(...events);
  }

  hasRoom(): boolean {
    return !this.isFull;
  }

  blocks(): number[] {
    return this.events.filter(({ type }) => type === 'block').map(({ slot }) => slot);
  }

  reached(status: number): number[] {
    return this.events.flatMap((event) =>
      event.type === 'slot' && event.status === status ? [event.slot] : [],
    );
  }
}

async function run(chain: LiveChain, ...listeners: Listener[]): Promise<void> {
  for (const listener of listeners) chain.subscribe(listener);
  chain.start();
  await chain.ended;
}

const slots = (first: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => FIRST + first + index);

describe('a live chain', () => {
  test('brings every block to every commitment before it ends', async () => {
    const chain = chainOf(40);
    const listeners = (['processed', 'confirmed', 'finalized'] as const).map(
      (commitment) => new Listener(commitment),
    );
    await run(chain, ...listeners);
    for (const listener of listeners) {
      expect(listener.blocks()).toEqual(slots(0, 40));
      for (const status of [SLOT_STATUS.processed, SLOT_STATUS.confirmed, SLOT_STATUS.finalized])
        expect(listener.reached(status)).toEqual(slots(0, 40));
    }
    expect(chain.head('finalized')!.slot).toBe(FIRST + 39);
  });

  test('confirms and finalizes at the configured distance behind the head', async () => {
    const listener = new Listener();
    await run(chainOf(20, { confirmedDelaySlots: 2, finalizedDelaySlots: 5 }), listener);
    const statuses = listener.events.flatMap((event) =>
      event.type === 'slot' ? [`${event.status} ${event.slot}`] : [],
    );
    const before = (left: string, right: string): void =>
      expect(statuses.indexOf(left)).toBeLessThan(statuses.indexOf(right));
    before(`${SLOT_STATUS.processed} ${FIRST + 7}`, `${SLOT_STATUS.confirmed} ${FIRST + 5}`);
    before(`${SLOT_STATUS.confirmed} ${FIRST + 5}`, `${SLOT_STATUS.processed} ${FIRST + 8}`);
    before(`${SLOT_STATUS.processed} ${FIRST + 10}`, `${SLOT_STATUS.finalized} ${FIRST + 5}`);
    before(`${SLOT_STATUS.finalized} ${FIRST + 5}`, `${SLOT_STATUS.processed} ${FIRST + 11}`);
  });

  test('keeps the last blocks and forgets the others', async () => {
    const chain = chainOf(30, { retentionSlots: 10 });
    await run(chain, new Listener());
    expect(chain.firstAvailableSlot()).toBe(FIRST + 20);
    expect(chain.blockAt(FIRST + 19)).toBeNull();
    expect(chain.slotAt(FIRST + 19)).toBeNull();
    expect(chain.blocksBetween(FIRST, FIRST + 22).map(({ slot }) => slot)).toEqual(slots(20, 3));
    const { blockhash } = chain.blockAt(FIRST + 25)!;
    expect(chain.findBlockhash(blockhash, 'finalized')!.slot).toBe(FIRST + 25);
  });

  test('distinguishes skipped slots from unknown ones', async () => {
    const chain = chainOf(60, {}, { skippedShare: 0.3 });
    await run(chain, new Listener());
    const states = Array.from({ length: 60 }, (_, index) => chain.slotAt(FIRST + index)!.state);
    expect(new Set(states)).toEqual(new Set(['block', 'skipped']));
    for (const [index, state] of states.entries())
      expect(chain.blockAt(FIRST + index) === null).toBe(state === 'skipped');
    expect(chain.slotAt(FIRST + 60)).toBeNull();
  });

  test('without a pace waits for the slowest subscriber', async () => {
    const chain = chainOf(20);
    const fast = new Listener();
    const seen: number[] = [];
    /** Is full from its third block on; counts how often the chain looks then. */
    const slow = new (class extends Listener {
      looks = 0;
      override hasRoom(): boolean {
        this.isFull = this.looks < 10 && this.blocks().length >= 3;
        if (!this.isFull) return true;
        this.looks += 1;
        if (this.looks === 10) seen.push(...fast.blocks());
        return false;
      }
    })();
    chain.subscribe(fast);
    chain.subscribe(slow);
    chain.start();
    await chain.ended;
    expect(seen).toEqual(slots(0, 3));
    expect(fast.blocks()).toEqual(slots(0, 20));
  });

  test('replays blocks that have reached the commitment, with the statuses that they have reached', async () => {
    const chain = chainOf(12, { historySlots: 12, confirmedDelaySlots: 2, finalizedDelaySlots: 5 });
    await chain.prepare();
    const replayed = new Listener();
    replayed.deliver([...chain.replay(FIRST + 4, 'confirmed')]);
    expect(replayed.blocks()).toEqual(slots(4, 6));
    expect(replayed.reached(SLOT_STATUS.finalized)).toEqual(slots(4, 3));
    expect(replayed.events.findIndex(({ type }) => type === 'block')).toBeGreaterThan(60);
    await chain.stop();
  });

  test('stops at once', async () => {
    const chain = chainOf(1_000_000, { slotMs: 60_000 });
    chain.start();
    await chain.stop();
    expect(chain.head('processed')).toBeNull();
  });

  test('passes on the error of its source', async () => {
    const failing = new LiveChain(
      { next: () => Promise.reject(new Error('broken source')), leaderAt: () => null },
      { slotMs: 1 },
    );
    failing.start();
    await expect(failing.ended).rejects.toThrow('broken source');
  });
});

describe('a clock that is set', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  test.each([
    ['back by an hour', -3_600_000],
    ['ahead by an hour', 3_600_000],
  ])('%s does not stop the chain', async (_, jumpMs) => {
    const chain = chainOf(6, { slotMs: 5 });
    const listener = new Listener();
    const trueNow = Date.now;
    const jump = (): void => {
      if (listener.blocks().length >= 2) vi.spyOn(Date, 'now').mockImplementation(() => trueNow() + jumpMs);
    };
    const deliver = listener.deliver.bind(listener);
    listener.deliver = (events) => {
      deliver(events);
      jump();
    };
    await run(chain, listener);
    expect(listener.blocks()).toEqual(slots(0, 6));
  });
});
