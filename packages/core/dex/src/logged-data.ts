import { addTo, equalBytes, LOG_TRUNCATED, LOGGED_PROGRAMS, pubkeyFromBase58 } from '@tickscope/chain';
import type { TransactionView } from './transaction-view.js';

/** Returns what a call, by its index in the list, wrote to the log as data: one item per line with a single field. */
export type LoggedData = (call: number) => readonly Uint8Array[];

const NO_ITEMS: readonly Uint8Array[] = [];
const NONE: LoggedData = () => NO_ITEMS;
const KEYS: ReadonlyMap<string, Uint8Array> = new Map(
  LOGGED_PROGRAMS.map((id) => [id, pubkeyFromBase58(id)]),
);
const CALL = /^Program (\S+) (invoke \[\d+\]|success)$/;
const DATA = 'Program data: ';
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/**
 * Attributes the data in a transaction's log to its calls. A line of data does not name its program: it belongs to the
 * call that was running. The log has the calls of logged programs alone (`callLog` of `TransactionMeta`), so the nth
 * call of a program in the log is its nth call in the list.
 *
 * Empty if the log was not kept, or shows another number of calls than the list. Data after the node cut the log off is
 * not attributed: ends of calls are missing there, and another program's data would seem to be the caller's.
 *
 * Data is decoded when it is asked for: most calls in a log are not swaps that anything is read of.
 */
export function loggedData(view: TransactionView): LoggedData {
  const { callLog } = view.meta;
  if (callLog === null || callLog.length === 0) return NONE;
  const lines = new Map<number, string[]>();
  const items: LoggedData = (call) => lines.get(call)?.flatMap(itemOf) ?? NO_ITEMS;
  const open: number[] = [];
  const next = new Map<string, number>();
  for (const line of callLog) {
    if (line.startsWith(DATA)) {
      const call = open.at(-1);
      if (call === undefined) continue;
      addTo(lines, call, line);
      continue;
    }
    if (line === LOG_TRUNCATED) return items;
    const [, program, does] = CALL.exec(line) ?? [];
    if (program === undefined) continue;
    if (does === 'success') {
      open.pop();
      continue;
    }
    const index = nextCallOf(program, view, next.get(program) ?? 0);
    if (index < 0) return NONE;
    next.set(program, index + 1);
    open.push(index);
  }
  for (const [program, from] of next) if (nextCallOf(program, view, from) >= 0) return NONE;
  return items;
}

function itemOf(line: string): Uint8Array[] {
  const encoded = line.slice(DATA.length);
  return BASE64.test(encoded) ? [Buffer.from(encoded, 'base64')] : [];
}

/** Returns −1 where nothing is found. */
function nextCallOf(program: string, { calls, keys }: TransactionView, from: number): number {
  const wanted = KEYS.get(program);
  if (wanted === undefined) return -1;
  for (let index = from; index < calls.length; index += 1) {
    const key = keys[calls[index]!.program];
    if (key !== undefined && equalBytes(key, wanted)) return index;
  }
  return -1;
}
