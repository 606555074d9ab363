import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Simulator } from '@tickscope/simulator';
import { backfill } from './backfill.js';
import { startGatedStream } from './chains.js';
import { type ChainBlock, type Corpus, type HeadDistance, recordingOf } from './corpus.js';
import type { Stage } from './stage.js';

/** Where a way brings the corpus to. */
export interface WayScene {
  stage: Stage;
  corpus: Corpus;
  /** Answers JSON-RPC about the corpus. */
  node: Simulator;
  /** Starts an ingester at the live head, where this scene has one; resolves when it stores blocks. */
  startHead: ((env?: Record<string, string>) => Promise<void>) | null;
  /** Registers what is to be stopped when the answers have been compared. */
  onEnd(close: () => Promise<void>): void;
}

export interface Way {
  name: string;
  /** Brings the corpus into an empty store, and resolves when all of it is stored. */
  bring(scene: WayScene): Promise<void>;
  /** Lists the blocks of the corpus that are stored in the end, and which of them with their entries. */
  stored(corpus: Corpus): { blocks: readonly ChainBlock[]; hasEntries(block: ChainBlock): boolean };
  /** Where the live head is, if there is one. */
  headDistance: HeadDistance;
  /** Whether nothing but the way itself runs detection in a fresh store: when it ends, all is detected. */
  detectsItself: boolean;
}

const everything = ({ blocks }: Corpus): readonly ChainBlock[] => blocks;

const streamed: Way = {
  name: 'streamed',
  headDistance: 'near',
  detectsItself: false,
  stored: (corpus) => ({ blocks: everything(corpus), hasEntries: () => true }),
  async bring({ stage, corpus, startHead, onEnd }) {
    const stream = await startGatedStream(corpus.blocks);
    onEnd(() => stream.stop());
    const ingester = await stage.startIngester(stream.simulator.endpoint);
    onEnd(() => ingester.stop());
    // The ingester of the head is the second one of this store.
    await startHead?.();
    stream.openTo(corpus.lastSlot);
    await stage.stored(corpus.blocks.length, rangeOf(corpus));
  },
};

const importedRecording: Way = {
  name: 'imported in order, a recording with entries',
  headDistance: 'far',
  detectsItself: true,
  stored: (corpus) => ({ blocks: everything(corpus), hasEntries: () => true }),
  async bring({ stage, corpus, startHead }) {
    await startHead?.();
    const file = join(stage.folder, 'corpus.bin');
    writeFileSync(file, recordingOf(corpus.blocks));
    await importFiles(stage, [file]);
  },
};

const importedJson: Way = {
  name: 'imported in order, getBlock JSON without entries',
  headDistance: 'far',
  detectsItself: true,
  stored: (corpus) => ({ blocks: everything(corpus), hasEntries: () => false }),
  async bring({ stage, corpus, node, startHead }) {
    await startHead?.();
    await importFiles(stage, await jsonFiles(stage, node, corpus.blocks));
  },
};

/** The parts come in this order, all of them incomplete; every other one is a recording. */
const PART_ORDER = [4, 1, 6, 0, 3, 5, 2];
/** Blocks in a row that never come: more slots than a sandwich may span. */
const HOLE = { from: 90, to: 120 };
/** And single ones, by their index in the corpus. */
const isMissing = (index: number): boolean => (index >= HOLE.from && index < HOLE.to) || index % 23 === 7;
const isRecorded = (part: number): boolean => part % 2 === 0;

/** Mostly seven stretches one after the other; every sixth block comes with another part. */
function partOf(index: number, blocks: number): number {
  const stretch = Math.floor((index * PART_ORDER.length) / blocks);
  return index % 6 === 5 ? (stretch + index) % PART_ORDER.length : stretch;
}

const importedShuffled: Way = {
  name: 'imported shuffled in seven parts with gaps',
  headDistance: 'near',
  detectsItself: true,
  stored({ blocks }) {
    const recorded = new Set(
      blocks.filter((_, index) => isRecorded(partOf(index, blocks.length))).map(({ slot }) => slot),
    );
    return {
      blocks: blocks.filter((_, index) => !isMissing(index)),
      hasEntries: ({ slot }) => recorded.has(slot),
    };
  },
  async bring({ stage, corpus: { blocks }, node, startHead }) {
    await startHead?.();
    for (const part of PART_ORDER) {
      const own = blocks.filter((_, index) => !isMissing(index) && partOf(index, blocks.length) === part);
      if (isRecorded(part)) {
        const file = join(stage.folder, `part-${part}.bin`);
        writeFileSync(file, recordingOf(own));
        await importFiles(stage, [file]);
      } else await importFiles(stage, (await jsonFiles(stage, node, own)).reverse());
    }
  },
};

/** Offsets in slots from the first one; together they reach over the whole corpus and beyond its ends. */
const BACKFILLS = [
  { center: 100, slotRange: 50 },
  { center: 170, slotRange: 35 },
  { center: 25, slotRange: 30 },
];

const backfilled: Way = {
  name: 'backfilled over JSON-RPC',
  headDistance: 'near',
  detectsItself: false,
  stored: (corpus) => ({ blocks: everything(corpus), hasEntries: () => false }),
  async bring({ stage, corpus, node, startHead, onEnd }) {
    const env = { RPC_URL: node.rpc!.endpoint };
    if (startHead !== null) await startHead(env);
    else {
      // Backfills are done by an ingester; the stream of this one has nothing new.
      const ingester = await stage.startIngester(node.endpoint, env);
      onEnd(() => ingester.stop());
    }
    for (const { center, slotRange } of BACKFILLS) {
      const block = corpus.blocks.find(({ slot }) => slot >= corpus.firstSlot + center)!;
      await backfill(stage.api, block.truth.transactions[0]!.signatures[0]!, slotRange);
    }
  },
};

/** The stream is cut after block `after` (by index), and goes on `lost` blocks later. */
const CUT = { after: 59, lost: 45 };
/** Single blocks that the stream never sends, by index. */
const DROPPED = [20, 150];
const isLost = (index: number): boolean =>
  (index > CUT.after && index <= CUT.after + CUT.lost) || DROPPED.includes(index);

const repaired: Way = {
  name: 'repaired after a cut',
  headDistance: 'near',
  detectsItself: false,
  stored: ({ blocks }) => {
    const fetched = new Set(blocks.filter((_, index) => isLost(index)).map(({ slot }) => slot));
    return { blocks, hasEntries: ({ slot }) => !fetched.has(slot) };
  },
  async bring({ stage, corpus, node, startHead, onEnd }) {
    const { blocks, lastSlot } = corpus;
    const sent = blocks.filter((_, index) => !isLost(index));
    const stream = await startGatedStream(sent);
    onEnd(() => stream.stop());
    const rpc = { RPC_URL: node.rpc!.endpoint };
    const { endpoint } = stream.simulator;
    const first = await stage.startIngester(endpoint);
    const cutAt = blocks[CUT.after]!.slot;
    stream.openTo(cutAt);
    await stage.stored(sent.filter(({ slot }) => slot <= cutAt).length, rangeOf(corpus));
    await first.kill();

    // Where there is a live head, its ingester is the one that repairs.
    const second = await stage.startIngester(endpoint, startHead === null ? rpc : {});
    onEnd(() => second.stop());
    stream.openTo(lastSlot);
    await stage.stored(sent.length, rangeOf(corpus));
    if (startHead !== null) {
      await second.stop();
      await startHead(rpc);
    }
    await stage.stored(blocks.length, rangeOf(corpus));
  },
};

/** From files of both kinds in any order, and from a stream with cuts and the node that has what they lost. */
export const MIXED_WAYS: readonly Way[] = [importedShuffled, repaired];
/** One source each. */
export const PLAIN_WAYS: readonly Way[] = [streamed, backfilled, importedRecording, importedJson];
export const WAYS: readonly Way[] = [...MIXED_WAYS, ...PLAIN_WAYS];

export function rangeOf({ firstSlot, lastSlot }: Corpus): { fromSlot: number; toSlot: number } {
  return { fromSlot: firstSlot, toSlot: lastSlot };
}

async function importFiles({ tickscope }: Stage, files: readonly string[]): Promise<void> {
  const { code, stdout, stderr } = await tickscope(['import', ...files]);
  if (code !== 0) throw new Error(`tickscope import ended with ${code}:\n${stdout}\n${stderr}`);
}

/** A file for each block, as the node answers `getBlock`. */
async function jsonFiles(stage: Stage, node: Simulator, blocks: readonly ChainBlock[]): Promise<string[]> {
  const folder = join(stage.folder, 'json');
  mkdirSync(folder, { recursive: true });
  const files: string[] = [];
  for (const { slot } of blocks) {
    const file = join(folder, `${slot}.getblock.json`);
    files.push(file);
    if (existsSync(file)) continue;
    const config = {
      ...{ encoding: 'base64', transactionDetails: 'full', rewards: true },
      maxSupportedTransactionVersion: 1,
    };
    const response = await fetch(node.rpc!.endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getBlock', params: [slot, config] }),
      signal: AbortSignal.timeout(30_000),
    });
    // As text: amounts beyond 2^53 must not go through JSON.parse.
    writeFileSync(file, await response.text());
  }
  return files;
}
