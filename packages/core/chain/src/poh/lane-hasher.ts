import { hashKernel } from './hash-kernel.js';
import { LANES } from './lane-code.js';

export const HASH_BYTES = 32;

/** Maximum hashes per call of the kernel, which cannot be interrupted. */
const MOST_PER_CALL = 1 << 20;

interface Kernel {
  advance(count: number): void;
  memory: { buffer: ArrayBuffer };
}

/** The part of the engine's API needed here, which the types of ES2023 and Node lack. */
interface Engine {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object) => { exports: unknown };
}

/**
 * Repeated SHA-256 of 32 bytes. Each chain is serial; four run in parallel, and a finished one is replaced by the next.
 * Not safe for concurrent use.
 */
export class LaneHasher {
  readonly #advance: Kernel['advance'];
  /** Word `i` of lane `l` is at index `4 i + l`. */
  readonly #words: Uint32Array;

  constructor() {
    const { Instance, Module } = (globalThis as unknown as { WebAssembly: Engine }).WebAssembly;
    const kernel = new Instance(new Module(hashKernel())).exports as Kernel;
    this.#advance = kernel.advance;
    this.#words = new Uint32Array(kernel.memory.buffer, 0, 8 * LANES);
  }

  /**
   * Replaces each 32 bytes of `states` by the result of the corresponding number of hashes in `counts` (0 or more).
   * Counts are safe integers; one core computes about 10 million hashes per second.
   */
  hashTimes(states: Uint8Array, counts: ArrayLike<number>): void {
    if (states.length !== counts.length * HASH_BYTES)
      throw new RangeError(`${states.length} bytes for ${counts.length} chains`);
    const view = new DataView(states.buffer, states.byteOffset, states.length);
    let next = 0;
    const takeNext = (): Lane | null => {
      while (next < counts.length && counts[next]! <= 0) next += 1;
      if (next === counts.length) return null;
      next += 1;
      return { chain: next - 1, left: counts[next - 1]! };
    };
    const lanes = Array.from({ length: LANES }, (_, lane) => this.#load(view, lane, takeNext()));
    for (;;) {
      let count = MOST_PER_CALL;
      let isIdle = true;
      for (const lane of lanes)
        if (lane !== null) {
          isIdle = false;
          count = Math.min(count, lane.left);
        }
      if (isIdle) return;
      // Idle lanes hash leftover data, which is ignored.
      this.#advance(count);
      for (const [index, lane] of lanes.entries()) {
        if (lane === null) continue;
        lane.left -= count;
        if (lane.left > 0) continue;
        this.#save(view, index, lane);
        lanes[index] = this.#load(view, index, takeNext());
      }
    }
  }

  #load(view: DataView, index: number, lane: Lane | null): Lane | null {
    if (lane !== null)
      for (let word = 0; word < 8; word += 1)
        this.#words[word * LANES + index] = view.getUint32(lane.chain * HASH_BYTES + word * 4);
    return lane;
  }

  #save(view: DataView, index: number, lane: Lane): void {
    for (let word = 0; word < 8; word += 1)
      view.setUint32(lane.chain * HASH_BYTES + word * 4, this.#words[word * LANES + index]!);
  }
}

interface Lane {
  chain: number;
  /** Remaining hashes. */
  left: number;
}
