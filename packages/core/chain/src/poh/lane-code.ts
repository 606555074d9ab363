import { unsignedLeb } from './wasm-writer.js';

/**
 * A 32-bit word in every lane: a local, or a constant that is equal in all lanes. Operations on constants are evaluated
 * while the code is generated, which makes hashing a message of known length and padding cheaper.
 */
export type Word = { local: number } | { constant: number };

export const constant = (value: number): Word => ({ constant: value >>> 0 });

/** 32-bit lanes of a v128. */
export const LANES = 4;

/** SIMD instructions of the core specification 2: the prefix, then the number. */
const simd = (number: number): readonly number[] => [0xfd, ...unsignedLeb(number)];
const V128_LOAD = simd(0);
const V128_STORE = simd(11);
const V128_CONST = simd(12);
const V128_AND = simd(78);
const V128_XOR = simd(81);
const I32X4_SHL = simd(171);
const I32X4_SHR_U = simd(173);
const I32X4_ADD = simd(174);
const LOCAL_GET = 0x20;
const LOCAL_SET = 0x21;
const I32_CONST = 0x41;

/** Generates instructions that compute words, each in its own local. The engine allocates registers. */
export class LaneCode {
  readonly bytes: number[] = [];
  #nextLocal: number;

  constructor(firstLocal: number) {
    this.#nextLocal = firstLocal;
  }

  /** Index of the first unused local. */
  get endOfLocals(): number {
    return this.#nextLocal;
  }

  add(...words: readonly Word[]): Word {
    return this.#reduce(words, I32X4_ADD, (left, right) => left + right);
  }

  xor(...words: readonly Word[]): Word {
    return this.#reduce(words, V128_XOR, (left, right) => left ^ right);
  }

  and(left: Word, right: Word): Word {
    if ('constant' in left && 'constant' in right) return constant(left.constant & right.constant);
    return this.#emit([left, right], V128_AND);
  }

  /** XOR of `word` rotated right by each of `turns` and shifted right by each of `shifts`. */
  xorOfTurns(word: Word, turns: readonly number[], shifts: readonly number[] = []): Word {
    if ('constant' in word) {
      const { constant: value } = word;
      let result = 0;
      for (const turn of turns) result ^= (value >>> turn) | (value << (32 - turn));
      for (const shift of shifts) result ^= value >>> shift;
      return constant(result);
    }
    // SIMD lanes have no rotation: a rotation is two shifts, whose XOR equals their OR.
    const terms = [
      ...turns.flatMap((turn) => [
        { bits: turn, by: I32X4_SHR_U },
        { bits: 32 - turn, by: I32X4_SHL },
      ]),
      ...shifts.map((bits) => ({ bits, by: I32X4_SHR_U })),
    ];
    for (const [index, { bits, by }] of terms.entries()) {
      this.#push(word);
      this.bytes.push(I32_CONST, bits, ...by);
      if (index > 0) this.bytes.push(...V128_XOR);
    }
    return this.#take();
  }

  /** Loads the words at addresses 0, 16, 32…, with adjacent lanes. */
  load(count: number): Word[] {
    return Array.from({ length: count }, (_, index) => {
      this.bytes.push(I32_CONST, 0, ...V128_LOAD, 4, ...unsignedLeb(index * 16));
      return this.#take();
    });
  }

  store(words: readonly Word[]): void {
    for (const [index, word] of words.entries()) {
      this.bytes.push(I32_CONST, 0);
      this.#push(word);
      this.bytes.push(...V128_STORE, 4, ...unsignedLeb(index * 16));
    }
  }

  /** Writes `word` into the local of `target`. */
  assign(target: Word, word: Word): void {
    if (!('local' in target)) throw new TypeError('a constant cannot be assigned to');
    this.#push(word);
    this.bytes.push(LOCAL_SET, ...unsignedLeb(target.local));
  }

  /** Folds all words with an operation whose neutral element is 0. */
  #reduce(words: readonly Word[], opcode: readonly number[], fold: (a: number, b: number) => number): Word {
    const locals = words.filter((word) => 'local' in word);
    const known = words.reduce((sum, word) => ('constant' in word ? fold(sum, word.constant) >>> 0 : sum), 0);
    if (locals.length === 0) return constant(known);
    const terms = known === 0 ? locals : [...locals, constant(known)];
    return terms.length === 1 ? terms[0]! : this.#emit(terms, opcode);
  }

  #emit(words: readonly Word[], opcode: readonly number[]): Word {
    for (const [index, word] of words.entries()) {
      this.#push(word);
      if (index > 0) this.bytes.push(...opcode);
    }
    return this.#take();
  }

  #push(word: Word): void {
    if ('local' in word) this.bytes.push(LOCAL_GET, ...unsignedLeb(word.local));
    else {
      const { constant: value } = word;
      const lane = [value & 0xff, (value >>> 8) & 0xff, (value >>> 16) & 0xff, value >>> 24];
      this.bytes.push(...V128_CONST, ...lane, ...lane, ...lane, ...lane);
    }
  }

  /** Pops the top of the stack into a new local. */
  #take(): Word {
    const local = this.#nextLocal;
    this.#nextLocal += 1;
    this.bytes.push(LOCAL_SET, ...unsignedLeb(local));
    return { local };
  }
}
