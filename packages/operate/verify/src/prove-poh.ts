import {
  groupBy,
  type PohProof,
  type PohSlot,
  PohWorkers,
  pubkeyFromBase58,
  type SlotRange,
  TICKS_PER_SLOT,
} from '@tickscope/chain';
import { column, defineFileQuery, type ReadConnection, type RowOf } from '@tickscope/store';
import { plural } from './check-chain.js';
import type { PohReport, Problems } from './report.js';
import { RANGE, rowsOfRange, type StoredBlock, storedBlocks } from './stored-blocks.js';

const POH_ENTRIES = defineFileQuery(import.meta.url, './poh-entries.sql', {
  params: RANGE,
  /** `hash` in hex. */
  row: {
    slot: column.integer,
    numHashes: column.rounded,
    transactionCount: column.integer,
    hash: column.text,
  },
});
const POH_SIGNATURES = defineFileQuery(import.meta.url, './poh-signatures.sql', {
  params: RANGE,
  /** In hex. */
  row: { slot: column.integer, first: column.text, others: column.list(column.text) },
});

/** Blocks read at a time: about half a megabyte each. */
const PAGE_BLOCKS = 8;
/** More than any machine computes between two ticks. A corrupt row must not keep a thread busy for years. */
const MOST_HASHES_PER_TICK = 1_000_000;

/**
 * Genesis hashes of mainnet, testnet and devnet (solana-sdk, `cluster-type/src/lib.rs`), from which the first entry of
 * slot 0 is hashed.
 */
const GENESIS_HASHES = [
  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
  '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY',
  'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG',
];

/** Recomputes the hash chain of a range in `workerCount` threads. */
export async function provePoh(
  read: ReadConnection,
  range: SlotRange,
  workerCount: number,
  problems: Problems,
  onSlot: (slot: number) => void,
): Promise<PohReport> {
  const report: PohReport = {
    slotsProven: 0,
    entriesProven: 0,
    ticksProven: 0,
    entriesWithoutSignatures: 0,
    entriesWithoutStart: 0,
    hashes: 0,
  };
  const workers = new PohWorkers(workerCount);
  // Each thread has one slot to hash and one waiting, while the next page is being read.
  const running = new Set<Promise<void>>();
  const start = (slot: PohSlot): void => {
    const task = proveFrom(workers, slot).then((proof) => {
      addProof(report, slot, proof, problems);
      onSlot(slot.slot);
    });
    running.add(task);
    // A failure is thrown where the task is awaited.
    task.then(
      () => running.delete(task),
      () => undefined,
    );
  };
  try {
    let previous: StoredBlock | null = null;
    for await (const blocks of storedBlocks(read, range, PAGE_BLOCKS)) {
      for (const slot of await readPohSlots(read, blocks, previous, problems)) {
        start(slot);
        while (running.size >= 2 * workerCount) await Promise.race(running);
      }
      previous = blocks.at(-1)!;
    }
    await Promise.all(running);
  } finally {
    await Promise.all([workers.close(), Promise.allSettled(running)]);
  }
  return report;
}

/** Slot 0 has no parent: tries each known genesis hash, otherwise proves it without a start hash. */
async function proveFrom(workers: PohWorkers, slot: PohSlot): Promise<PohProof> {
  if (slot.slot === 0)
    for (const genesis of GENESIS_HASHES) {
      const proof = await workers.prove({ ...slot, startHash: pubkeyFromBase58(genesis) });
      if (!proof.wrong.includes(0)) return proof;
    }
  return workers.prove(slot);
}

function addProof(report: PohReport, slot: PohSlot, proof: PohProof, problems: Problems): void {
  report.entriesProven += proof.proven;
  report.ticksProven += proof.provenTicks;
  report.entriesWithoutSignatures += proof.withoutSignatures;
  report.entriesWithoutStart += proof.withoutStart;
  report.hashes += proof.hashes;
  if (proof.proven === slot.numHashes.length) report.slotsProven += 1;
  const [first] = proof.wrong;
  if (first === undefined) return;
  const kind =
    slot.transactionCounts[first] === 0 ? 'a tick' : plural(slot.transactionCounts[first]!, 'transaction');
  const others = proof.wrong.slice(1, 4).join(', ');
  const more = proof.wrong.length > 4 ? ` and ${plural(proof.wrong.length - 4, 'more')}` : '';
  problems.add(
    'poh',
    slot.slot,
    `entry ${first} (${kind}): its hash does not follow from the one before` +
      (others === '' ? '' : `; nor do those of ${others}${more}`),
  );
}

async function readPohSlots(
  read: ReadConnection,
  blocks: readonly StoredBlock[],
  before: StoredBlock | null,
  problems: Problems,
): Promise<PohSlot[]> {
  const range = { fromSlot: blocks[0]!.slot, toSlot: blocks.at(-1)!.slot };
  const entries = groupBy(await rowsOfRange(read, POH_ENTRIES, range), slotOf);
  const signatures = groupBy(await rowsOfRange(read, POH_SIGNATURES, range), slotOf);
  const slots: PohSlot[] = [];
  let previous = before;
  for (const block of blocks) {
    const rows = entries.get(block.slot) ?? [];
    const parent = previous;
    previous = block;
    if (block.content === 'no_entries' || rows.length === 0) continue;
    const numHashes = Float64Array.from(rows, (row) => row.numHashes);
    const most = (block.slot - (block.parentSlot ?? -1)) * TICKS_PER_SLOT * MOST_HASHES_PER_TICK;
    const sum = numHashes.reduce((total, count) => total + count, 0);
    if (sum > most) {
      problems.add('num_hashes', block.slot, `${sum} in all: not recomputed`);
      continue;
    }
    const transactionCounts = Uint32Array.from(rows, (row) => row.transactionCount);
    slots.push({
      slot: block.slot,
      startHash: startHashOf(block, parent),
      numHashes,
      transactionCounts,
      hashes: unhex(rows.map(({ hash }) => hash).join('')),
      signatures: packSignatures(signatures.get(block.slot) ?? [], transactionCounts),
    });
  }
  return slots;
}

/** The parent hash that the block names or, without one, the hash of the block before it if that is the parent. */
function startHashOf(block: StoredBlock, previous: StoredBlock | null): Uint8Array | null {
  if (block.parentBlockhash !== null) return unhex(block.parentBlockhash);
  return previous !== null && previous.slot === block.parentSlot ? unhex(previous.blockhash) : null;
}

/**
 * Null if the number of transactions differs from the entries' total: signatures would be assigned to the wrong
 * entries.
 */
function packSignatures(
  rows: readonly RowOf<typeof POH_SIGNATURES>[],
  transactionCounts: Uint32Array,
): PohSlot['signatures'] {
  if (rows.length !== transactionCounts.reduce((sum, count) => sum + count, 0)) return null;
  return {
    counts: Uint32Array.from(rows, ({ others }) => 1 + others.length),
    bytes: unhex(rows.map(({ first, others }) => first + others.join('')).join('')),
  };
}

const slotOf = ({ slot }: { slot: number }): number => slot;

/** Allocates separate memory: a view of Node's shared pool would be copied whole when it is sent to a thread. */
function unhex(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text, 'hex'));
}
