import type { TradesOfBlock } from '@tickscope/dex';
import {
  type BlockTruth,
  type GeneratedUpdate,
  type GeneratorOptions,
  generateUpdates,
  type StoredBlock,
} from '@tickscope/simulator';
import { tradesOfUpdate } from '../score.js';

/** A block of a generated chain: as it is served, as a message, and what the generator knows of it. */
export interface ChainBlock {
  slot: number;
  /** Encoded `SubscribeUpdate` with the whole block, entries included. */
  update: Uint8Array;
  stored: StoredBlock;
  trades: TradesOfBlock;
  truth: BlockTruth;
}

export interface Corpus {
  firstSlot: number;
  /** Slots and blocks differ by the skipped slots. */
  lastSlot: number;
  /** In slot order. */
  blocks: readonly ChainBlock[];
}

const CHAIN = {
  seed: 'ways-in',
  startTime: 1_788_220_800,
  slotMs: 400,
  voteShare: 0.15,
  transactionsPerSlot: 20,
  dexShare: 0.7,
  sandwichesPerSlot: 1.2,
  logMessages: false,
  pools: 120,
  skippedShare: 0.06,
} satisfies Partial<GeneratorOptions>;
const FIRST_SLOT = 432_000_000;
const SLOTS = 200;
/**
 * From the corpus up to a live head. `near` is farther than what the ingester searches for missing slots (1,024 slots),
 * so that slots that a test leaves out stay missing, and near enough for bots to be remembered; `far` is beyond the day for
 * which they are.
 */
const HEAD_DISTANCE_SLOTS = { near: 1_500, far: 600_000 };
export type HeadDistance = keyof typeof HEAD_DISTANCE_SLOTS;

let corpus: Corpus | null = null;

/**
 * The chain that every way in brings: 200 slots with more than 200 sandwiches of every kind the simulator plants and as many
 * look-alikes. The same for every call.
 */
export function plantedCorpus(): Corpus {
  corpus ??= {
    firstSlot: FIRST_SLOT,
    lastSlot: FIRST_SLOT + SLOTS - 1,
    blocks: [...generateUpdates({ ...CHAIN, firstSlot: FIRST_SLOT }, SLOTS)].flatMap((update) => {
      const block = chainBlock(update);
      return block === null ? [] : [block];
    }),
  };
  return corpus;
}

/** The chain at the live head. The same wallets trade there, some bots of the corpus among them. */
export class HeadChain {
  readonly firstSlot: number;
  /** The command line by which the simulator program makes this chain. */
  readonly simulatorArguments: readonly string[];
  readonly #updates: Generator<GeneratedUpdate>;
  readonly #blocks: ChainBlock[] = [];
  #madeTo: number;

  constructor(distance: HeadDistance) {
    const firstSlot = FIRST_SLOT + SLOTS + HEAD_DISTANCE_SLOTS[distance];
    const startTime = CHAIN.startTime + ((firstSlot - FIRST_SLOT) * CHAIN.slotMs) / 1_000;
    this.firstSlot = firstSlot;
    this.#madeTo = firstSlot - 1;
    this.#updates = generateUpdates({ ...CHAIN, firstSlot, startTime }, Number.MAX_SAFE_INTEGER);
    this.simulatorArguments = [
      ...['--seed', CHAIN.seed, '--first-slot', String(firstSlot), '--start-time', String(startTime)],
      ...['--transactions', String(CHAIN.transactionsPerSlot), '--dex', String(CHAIN.dexShare)],
      ...['--sandwiches', String(CHAIN.sandwichesPerSlot), '--pools', String(CHAIN.pools)],
      ...['--skipped', String(CHAIN.skippedShare), '--votes', String(CHAIN.voteShare), '--no-logs'],
      ...['--slot-ms', String(CHAIN.slotMs)],
    ];
  }

  /** The blocks up to a slot, made again here: the same seed and options give the same chain. */
  blocksTo(slot: number): readonly ChainBlock[] {
    while (this.#madeTo < slot) {
      const { value: update } = this.#updates.next();
      if (update === undefined) break;
      this.#madeTo = update.slot;
      const block = chainBlock(update);
      if (block !== null) this.#blocks.push(block);
    }
    return this.#blocks.filter((block) => block.slot <= slot);
  }
}

const headChains = new Map<HeadDistance, HeadChain>();

/** The same for every call: what was made of it once is not made again. */
export function headChain(distance: HeadDistance): HeadChain {
  const chain = headChains.get(distance) ?? new HeadChain(distance);
  headChains.set(distance, chain);
  return chain;
}

/** Null: the slot was skipped. */
function chainBlock({ slot, update, stored, truth }: GeneratedUpdate): ChainBlock | null {
  const known = truth();
  if (update === null || stored === null || known.status === 'skipped') return null;
  return { slot, update, stored, trades: tradesOfUpdate(update), truth: known };
}

/** A Geyser recording: each message behind its length. */
export function recordingOf(blocks: readonly ChainBlock[]): Buffer {
  return Buffer.concat(
    blocks.flatMap(({ update }) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(update.length);
      return [length, Buffer.from(update)];
    }),
  );
}
