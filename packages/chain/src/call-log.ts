import { ProtoReader } from './proto-reader.js';

/**
 * Programs of which some trades are written to the log alone (Manifest: orders that fill as they are placed). Only a
 * transaction that calls one of these keeps lines of its log, so that all others cost no memory and hardly any time.
 */
export const LOGGED_PROGRAMS: readonly string[] = ['MNFSTqtC93rEfYHB6hF82sKdZpUDFWkViLByLd1k1Ms'];

/** What a node writes once it drops lines: a log has a limit, of 10,000 bytes by default. */
export const LOG_TRUNCATED = 'Log truncated';

/**
 * Lines that the runtime writes. It begins what a program says in words with "Program log: ", so no program can write
 * one of these itself.
 */
const CALL_LINE =
  /^Program (?:data: [A-Za-z0-9+/= ]*|[1-9A-HJ-NP-Za-km-z]{32,44} (?:invoke \[\d{1,3}\]|success))$/;

/** The lines with which calls of logged programs begin, without the depth, of one digit, and the bracket after it. */
const BEGINS = LOGGED_PROGRAMS.map((id) => `Program ${id} invoke [`);
const BEGIN_BYTES = BEGINS.map((text) => Buffer.from(text, 'latin1'));
/** Offset of the program's id in such a line: what is before it is the same in most lines. */
const ID_AT = 'Program '.length;

/** The lines of a log that are kept; null if it shows no call of a logged program. */
export function keptCallLog(lines: readonly string[]): string[] | null {
  if (!lines.some((line) => BEGINS.some((begin) => line.startsWith(begin)))) return null;
  return lines.filter(isCallLine);
}

function isCallLine(line: string): boolean {
  return CALL_LINE.test(line) || line === LOG_TRUNCATED;
}

/**
 * Whether a line in a protobuf message is the beginning of a call of a logged program. Runs for every line of every
 * transaction.
 *
 * @param at offset of the line's length
 */
export function callsLogged(message: Uint8Array, at: number): boolean {
  for (const begin of BEGIN_BYTES)
    if (message[at] === begin.length + 2 && isAt(begin, message, at + 1)) return true;
  return false;
}

function isAt(begin: Uint8Array, message: Uint8Array, at: number): boolean {
  for (let index = ID_AT; index < begin.length; index += 1)
    if (message[at + index] !== begin[index]) return false;
  return true;
}

/** Tag of `log_messages` in `TransactionStatusMeta`. */
const LOG_MESSAGE = 0x32;

/**
 * Reads the lines that are kept, which are ASCII.
 *
 * @param from offset of the first line's length
 * @param to end of the message that the lines are fields of
 */
export function readCallLog(message: Uint8Array, from: number, to: number): string[] {
  const reader = new ProtoReader(message);
  reader.pos = from;
  reader.end = to;
  const lines: string[] = [];
  for (let tag = LOG_MESSAGE; tag !== 0; tag = reader.tag()) {
    if (tag !== LOG_MESSAGE) {
      reader.skip(tag);
      continue;
    }
    const line = reader.ascii();
    if (isCallLine(line)) lines.push(line);
  }
  return lines;
}
