import { ProtoReader } from './proto-reader.js';

/**
 * Programs that write to the log alone what detection needs: Manifest its orders that fill as they are placed, Orca
 * Whirlpool and Raydium CLMM with its copies (Byreal, PancakeSwap) the price that a swap left behind. Only a transaction
 * that calls one of these keeps lines of its log, and only those of such calls, so that all others cost no memory and
 * hardly any time.
 */
export const LOGGED_PROGRAMS: readonly string[] = [
  'MNFSTqtC93rEfYHB6hF82sKdZpUDFWkViLByLd1k1Ms',
  'whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc',
  'CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK',
  'REALQqNEomY6cQGZJUGwywTBD2UmDT32rZcNnfxQ5N2',
  'HpNfyc2Saw7RKkQd8nEL4khUcuPhQ7WwY1B2qjx8jxFq',
];

/** Last line of a log from which a node drops lines: a log has a limit, of 10,000 bytes by default. */
export const LOG_TRUNCATED = 'Log truncated';

const PROGRAM = 'Program ';
const DATA = 'Program data: ';
const DATA_LINE = /^Program data: [A-Za-z0-9+/= ]*$/;
const DEPTH = /^invoke \[(\d{1,3})\]$/;

/** The lines with which calls of logged programs begin, without the depth, of one digit, and the bracket after it. */
const BEGINS = LOGGED_PROGRAMS.map((id) => `${PROGRAM}${id} invoke [`);
const BEGIN_BYTES = BEGINS.map((text) => Buffer.from(text, 'latin1'));

/**
 * The lines of a log that are kept; null if no logged program wrote data: the lines with which calls of logged programs
 * begin and end, those with which they write data, and `LOG_TRUNCATED`, after which nothing is certain.
 */
export function keptCallLog(lines: readonly string[]): string[] | null {
  if (!lines.some((line) => BEGINS.some((begin) => line.startsWith(begin)))) return null;
  const filter = new CallLogFilter();
  for (const line of lines) if (!filter.read(line)) break;
  return filter.kept();
}

/**
 * Follows which call is running. The runtime begins what a program says in words with "Program log: ", so no program can
 * write a line that this takes for another; what it says may contain line breaks.
 */
class CallLogFilter {
  readonly #kept: string[] = [];
  /** For each depth, the id of the program that runs there if it is a logged one. */
  readonly #running: (string | null)[] = [];
  #hasData = false;

  /** Whether the rest of the log is worth reading. */
  read(line: string): boolean {
    if (line === LOG_TRUNCATED) {
      this.#kept.push(line);
      return false;
    }
    if (line.startsWith(DATA)) this.#data(line);
    else if (line.startsWith(PROGRAM)) this.#call(line);
    return true;
  }

  kept(): string[] | null {
    return this.#hasData ? this.#kept : null;
  }

  #data(line: string): void {
    if ((this.#running.at(-1) ?? null) === null || !DATA_LINE.test(line)) return;
    this.#kept.push(line);
    this.#hasData = true;
  }

  #call(line: string): void {
    const idEnd = line.indexOf(' ', PROGRAM.length);
    const rest = line.slice(idEnd + 1);
    if (rest === 'success') {
      if ((this.#running.pop() ?? null) !== null) this.#kept.push(line);
      return;
    }
    const depth = DEPTH.exec(rest)?.[1];
    if (depth === undefined) return;
    const id = line.slice(PROGRAM.length, idEnd);
    const isLogged = LOGGED_PROGRAMS.includes(id);
    this.#running.length = Math.min(this.#running.length, Number(depth) - 1);
    while (this.#running.length < Number(depth) - 1) this.#running.push(null);
    this.#running.push(isLogged ? id : null);
    if (isLogged) this.#kept.push(line);
  }
}

/**
 * Whether a line in a protobuf message is the beginning of a call of a logged program. Runs for every line of every
 * transaction.
 *
 * @param at offset of the line's length
 */
export function callsLogged(message: Uint8Array, at: number): boolean {
  const length = message[at];
  for (const begin of BEGIN_BYTES)
    if (length === begin.length + 2 && isAt(begin, message, at + 1)) return true;
  return false;
}

/** Offset of the program's id in such a line: what is before it is the same in most lines. */
const ID_AT = PROGRAM.length;

function isAt(begin: Uint8Array, message: Uint8Array, at: number): boolean {
  for (let index = ID_AT; index < begin.length; index += 1)
    if (message[at + index] !== begin[index]) return false;
  return true;
}

/** Tag of `log_messages` in `TransactionStatusMeta`. */
const LOG_MESSAGE = 0x32;
/** First letter of "log: " after "Program ": no base58 text has it. */
const SAYS = 'l'.charCodeAt(0);
const UNITS = Buffer.from(' units', 'latin1');

/**
 * Reads the lines that are kept, which are ASCII; null as for `keptCallLog`.
 *
 * @param from offset of the first line's length
 * @param to end of the message that the lines are fields of
 */
export function readCallLog(message: Uint8Array, from: number, to: number): string[] | null {
  const reader = new ProtoReader(message);
  reader.pos = from;
  reader.end = to;
  const filter = new CallLogFilter();
  for (let tag = LOG_MESSAGE; tag !== 0; tag = reader.tag()) {
    if (tag !== LOG_MESSAGE) {
      reader.skip(tag);
      continue;
    }
    const start = reader.pos;
    reader.skip(tag);
    if (isWords(message, start, reader.pos)) continue;
    const end = reader.pos;
    reader.pos = start;
    const isMore = filter.read(reader.ascii());
    reader.pos = end;
    if (!isMore) break;
  }
  return filter.kept();
}

/** Whether a line is one of the most frequent ones, which are never kept: what a program says, and the units it used. */
function isWords(message: Uint8Array, start: number, end: number): boolean {
  // The length takes one byte, or two for a longer line.
  const text = start + (message[start]! < 0x80 ? 1 : 2);
  if (message[text + PROGRAM.length] === SAYS) return true;
  for (let index = 1; index <= UNITS.length; index += 1)
    if (message[end - index] !== UNITS[UNITS.length - index]) return false;
  return true;
}
