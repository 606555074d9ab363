import type { ArrivalStep, StoredBlock, StoredTransaction } from './chain.js';

const VOTE = 1;
const FAILED = 2;

/**
 * Packs a block's parts into one buffer. A block kept for replay then consists of a few objects instead of thousands
 * that the garbage collector would scan repeatedly. Its lists are recreated on each access.
 */
export function packBlock({ transactions, entries, arrival, head, ...header }: StoredBlock): StoredBlock {
  const entryCount = entries.length;
  const bodies = pack([...transactions.map(({ info }) => info), ...entries]);
  const indexes = Uint32Array.from(transactions, ({ index }) => index);
  const flags = Uint8Array.from(
    transactions,
    ({ isVote, isFailed }) => (isVote ? VOTE : 0) + (isFailed ? FAILED : 0),
  );
  const { slot } = header;
  const steps = Uint32Array.from(arrival, ({ type, count }) => count * 2 + (type === 'entry' ? 1 : 0));
  return {
    ...header,
    // A copy: as a view it would keep the bytes of the whole block, a second time.
    head: Uint8Array.from(head),
    get transactions(): StoredTransaction[] {
      return Array.from(indexes, (index, at) => ({
        slot,
        index,
        isVote: (flags[at]! & VOTE) !== 0,
        isFailed: (flags[at]! & FAILED) !== 0,
        info: bodies(at),
      }));
    },
    get entries(): Uint8Array[] {
      return Array.from({ length: entryCount }, (_, at) => bodies(indexes.length + at));
    },
    get arrival(): ArrivalStep[] {
      return Array.from(steps, (step) => ({
        type: step % 2 === 1 ? 'entry' : 'transaction',
        count: step >>> 1,
      }));
    },
  };
}

/** Copies pieces into one buffer; returns a function that reads each of them. */
function pack(pieces: readonly Uint8Array[]): (at: number) => Uint8Array {
  const ends = new Uint32Array(pieces.length);
  const bytes = Buffer.allocUnsafeSlow(pieces.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const [at, piece] of pieces.entries()) {
    bytes.set(piece, end);
    end += piece.length;
    ends[at] = end;
  }
  return (at) => bytes.subarray(at === 0 ? 0 : ends[at - 1], ends[at]);
}
