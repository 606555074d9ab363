import { constant, LaneCode, type Word } from './lane-code.js';
import { INITIAL_STATE, ROUND_CONSTANTS } from './sha256-constants.js';
import { wasmModule } from './wasm-writer.js';

/**
 * Builds the WebAssembly module that recomputes Proof of History. `advance(count)` replaces the 32 bytes of each of
 * four lanes by their SHA-256, `count` times (1 or more). Word `i` of lane `l` is at memory address `16 i + 4 l`.
 *
 * The 64 rounds are unrolled, with the padding of a 32-byte message (FIPS 180-4, 5.1.1) folded into the constants.
 * Million hashes per second on one core (AMD EPYC, Node 20.20): 11 this way, 4.4 with one lane of i32. node:crypto
 * reaches 0.9 with one-shot `hash` into one buffer and 0.2 with `createHash`, because the cost of the call outweighs
 * its SHA instructions.
 */
export function hashKernel(): Uint8Array<ArrayBuffer> {
  const COUNT = 0; // the parameter
  const code = new LaneCode(1);
  const state = code.load(8);
  code.bytes.push(0x03, 0x40); // loop
  const next = compress(code, state);
  for (const [index, word] of state.entries()) code.assign(word, next[index]!);
  code.bytes.push(
    ...[0x20, COUNT, 0x41, 1, 0x6b], // count - 1
    ...[0x22, COUNT, 0x0d, 0], // back to the loop unless it is 0
    0x0b, // end of the loop
  );
  code.store(state);
  return wasmModule({
    name: 'advance',
    parameterCount: 1,
    locals: [{ count: code.endOfLocals - 1, type: 'v128' }],
    code: code.bytes,
  });
}

/** FIPS 180-4, 6.2.2, for a message of the 8 words `message`. */
function compress(code: LaneCode, message: readonly Word[]): Word[] {
  // Padding after 256 bits: a one bit, zeros, and the length.
  const zeros = Array.from({ length: 6 }, () => constant(0));
  const schedule: Word[] = [...message, constant(0x8000_0000), ...zeros, constant(256)];
  let [a, b, c, d, e, f, g, h] = INITIAL_STATE.map(constant) as [
    ...[Word, Word, Word, Word],
    ...[Word, Word, Word, Word],
  ];
  let bXorC = code.xor(b, c);
  for (const [round, roundConstant] of ROUND_CONSTANTS.entries()) {
    if (round >= 16) schedule.push(scheduled(code, schedule, round));
    const sum1 = code.xorOfTurns(e, [6, 11, 25]);
    const choice = choose(code, e, f, g);
    const first = code.add(h, sum1, choice, constant(roundConstant), schedule[round]!);
    const sum0 = code.xorOfTurns(a, [2, 13, 22]);
    // Majority as b ^ ((a ^ b) & (b ^ c)): this round's a ^ b is the next round's b ^ c.
    const aXorB = code.xor(a, b);
    const majority = code.xor(b, code.and(aXorB, bXorC));
    const newE = code.add(d, first);
    const newA = code.add(first, sum0, majority);
    [h, g, f, e, d, c, b, a] = [g, f, e, newE, c, b, a, newA];
    bXorC = aXorB;
  }
  return [a, b, c, d, e, f, g, h].map((word, index) => code.add(word, constant(INITIAL_STATE[index]!)));
}

function scheduled(code: LaneCode, schedule: readonly Word[], round: number): Word {
  const small0 = code.xorOfTurns(schedule[round - 15]!, [7, 18], [3]);
  const small1 = code.xorOfTurns(schedule[round - 2]!, [17, 19], [10]);
  return code.add(schedule[round - 16]!, small0, schedule[round - 7]!, small1);
}

/** (e & f) ^ (~e & g), as g ^ (e & (f ^ g)). */
function choose(code: LaneCode, e: Word, f: Word, g: Word): Word {
  return code.xor(g, code.and(e, code.xor(f, g)));
}
