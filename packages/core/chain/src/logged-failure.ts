import { cachedPubkey } from './base58.js';
import type { LoggedFailure, TransactionMeta } from './block.js';
import { LOG_TRUNCATED } from './call-log.js';
import { ProtoReader } from './proto-reader.js';

const PROGRAM = 'Program ';
const SAYS = 'Program log: ';
const ERROR = 'Program log: Error: ';
const ANCHOR = /^Program log: AnchorError .*Error Code: (\w{1,100})\. Error Number: (\d{1,10})\./s;
const FAILED = /^Program (\w{32,44}) failed: (.*)$/s;
const CUSTOM = /^custom program error: 0x([0-9a-f]{1,8})$/;
const NAME_CHARS = 100;

/**
 * The innermost program that the log of a failed transaction reports as failed, and its error's name; null if the log
 * reports none: it is absent, or a node dropped its lines before.
 *
 * The runtime reports a failure from the inside out, and begins what a program says in words with "Program log: ", so
 * that no program can report another one's failure.
 */
export function loggedFailure(lines: Iterable<string>): LoggedFailure | null {
  /** Last error that the running call named in words. */
  let said: string | null = null;
  for (const line of lines) {
    if (line === LOG_TRUNCATED) return null;
    if (!line.startsWith(PROGRAM)) continue;
    if (line.startsWith(SAYS)) {
      if (isNamed(line)) said = line;
      continue;
    }
    const [, program, reason] = FAILED.exec(line) ?? [];
    if (program !== undefined) return isKey(program) ? { program, name: nameOf(reason!, said) } : null;
    if (line.endsWith(']') || line.endsWith(' success')) said = null;
  }
  return null;
}

function isNamed(line: string): boolean {
  return line.startsWith(ERROR) || line.startsWith('AnchorError', SAYS.length);
}

function isKey(text: string): boolean {
  try {
    cachedPubkey(text);
    return true;
  } catch {
    return false;
  }
}

/** A numbered error has the name that the program gave it, any other the runtime's text. Null if it is not plain ASCII. */
function nameOf(reason: string, said: string | null): string | null {
  const custom = CUSTOM.exec(reason);
  if (custom === null) return plain(reason);
  if (said === null) return null;
  if (said.startsWith(ERROR)) return plain(said.slice(ERROR.length));
  const [, name, number] = ANCHOR.exec(said) ?? [];
  return name !== undefined && Number(number) === Number.parseInt(custom[1]!, 16) ? name : null;
}

function plain(text: string): string | null {
  const name = text.slice(0, NAME_CHARS).trim();
  return /^[\x20-\x7e]+$/.test(name) ? name : null;
}

/** Tag of `log_messages` in `TransactionStatusMeta`. */
const LOG_MESSAGE = 0x32;
/** First letters after "Program " of "log: " and "data: ": of these only errors in words matter. */
const [LOG, DATA] = ['l'.charCodeAt(0), 'd'.charCodeAt(0)];
/** First letters of errors in words; last ones of lines with which calls begin and end. */
const [A, E] = ['A'.charCodeAt(0), 'E'.charCodeAt(0)];
const [BRACKET, S] = [']'.charCodeAt(0), 's'.charCodeAt(0)];
const SPACE = ' '.charCodeAt(0);

/**
 * Reads the same from a protobuf message.
 *
 * @param from offset of the first line's length
 * @param to end of the message that the lines are fields of
 */
export function readLoggedFailure(message: Uint8Array, from: number, to: number): LoggedFailure | null {
  return loggedFailure(linesThatMatter(message, from, to));
}

/** Leaves most lines undecoded: without an error in words before them, calls that begin and end say nothing either. */
function* linesThatMatter(message: Uint8Array, from: number, to: number): Generator<string> {
  const reader = new ProtoReader(message);
  reader.pos = from;
  reader.end = to;
  let hasError = false;
  for (let tag = LOG_MESSAGE; tag !== 0; tag = reader.tag()) {
    const start = reader.pos;
    reader.skip(tag);
    if (tag !== LOG_MESSAGE) continue;
    const end = reader.pos;
    // The length takes one byte, or two for a longer line.
    const text = start + (message[start]! < 0x80 ? 1 : 2);
    const first = message[text + PROGRAM.length];
    const last = message[end - 1];
    if (first === LOG) {
      const letter = message[text + SAYS.length];
      if (letter !== A && letter !== E) continue;
      hasError = true;
    } else if (first === DATA && message[text + PROGRAM.length + 5] === SPACE) continue;
    else if (!hasError && (last === BRACKET || last === S) && !isFailed(message, text)) continue;
    reader.pos = start;
    yield reader.ascii();
    reader.pos = end;
  }
}

const FAILS = Buffer.from(' failed: ', 'latin1');

/** Whether " failed: " follows an id of 32 to 44 letters after "Program ". */
function isFailed(message: Uint8Array, text: number): boolean {
  const id = text + PROGRAM.length;
  for (let at = id + 32; at <= id + 44; at += 1) {
    if (message[at] !== SPACE) continue;
    for (let index = 1; index < FAILS.length; index += 1)
      if (message[at + index] !== FAILS[index]) return false;
    return true;
  }
  return false;
}

/** Lines from which the same `callLog` and `failure` are read again; null if nothing of a log is kept. */
export function keptLog({
  error,
  callLog,
  failure,
}: Pick<TransactionMeta, 'error' | 'callLog' | 'failure'>): string[] | null {
  if (failure === null) return callLog;
  const { program, name } = failure;
  const custom = /"Custom":(\d+)/.exec(error ?? '')?.[1];
  if (custom === undefined) return [`${PROGRAM}${program} failed: ${name ?? ''}`];
  return [
    ...(name === null ? [] : [`${ERROR}${name}`]),
    `${PROGRAM}${program} failed: custom program error: 0x${Number(custom).toString(16)}`,
  ];
}
