import type { UnknownFrame } from './swap.js';

/** Swap-like calls of one program that were not decoded, by the first byte of their data. */
export interface UnknownFrameCount {
  programId: string;
  /** Null for calls without data. */
  firstByte: number | null;
  frames: number;
  /** How many of them are among the inferred swaps. */
  inferred: number;
}

/** Anyone can deploy programs, so the number of kinds is bounded. Frames of further kinds are not counted. */
const MOST_KINDS = 1_000;

/** Counts unknown frames by program and first byte. A new program or instruction shows here first. */
export class UnknownFrameCounts {
  readonly #kinds = new Map<string, UnknownFrameCount>();

  add(frames: readonly UnknownFrame[]): void {
    for (const { programId, firstByte, isInferred } of frames) {
      const kind = this.#kindOf(programId, firstByte);
      if (kind === null) continue;
      kind.frames += 1;
      if (isInferred) kind.inferred += 1;
    }
  }

  /** The most frequent kinds first; equal ones by program and byte. */
  list(): UnknownFrameCount[] {
    return [...this.#kinds.values()].sort(
      (left, right) =>
        right.frames - left.frames ||
        (left.programId < right.programId ? -1 : left.programId > right.programId ? 1 : 0) ||
        (left.firstByte ?? -1) - (right.firstByte ?? -1),
    );
  }

  #kindOf(programId: string, firstByte: number | null): UnknownFrameCount | null {
    const key = `${programId} ${firstByte}`;
    const known = this.#kinds.get(key);
    if (known !== undefined) return known;
    if (this.#kinds.size >= MOST_KINDS) return null;
    const kind = { programId, firstByte, frames: 0, inferred: 0 };
    this.#kinds.set(key, kind);
    return kind;
  }
}
