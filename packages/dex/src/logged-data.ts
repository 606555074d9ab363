import { equalBytes, LOG_TRUNCATED, LOGGED_PROGRAMS, pubkeyFromBase58 } from '@tickscope/chain';
import type { TransactionView } from './transaction-view.js';

/** What a call wrote to the log as data, by the call's index in the list: one item per line with a single field. */
export type LoggedData = ReadonlyMap<number, readonly Uint8Array[]>;

const NONE: LoggedData = new Map();
const KEYS: ReadonlyMap<string, Uint8Array> = new Map(
  LOGGED_PROGRAMS.map((id) => [id, pubkeyFromBase58(id)]),
);
const CALL = /^Program (\S+) (invoke \[\d+\]|success)$/;
const DATA = /^Program data: ((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/;

/**
 * Attributes the data in a transaction's log to its calls. A line of data does not name its program: it belongs to the
 * call that was running. The log has the calls of logged programs alone (`callLog` of `TransactionMeta`), so the nth
 * call of a program in the log is its nth call in the list.
 *
 * Empty if the log was not kept, or shows another number of calls than the list. Data after the node cut the log off is
 * not attributed: ends of calls are missing there, and another program's data would seem to be the caller's.
 */
export function loggedData(view: TransactionView): LoggedData {
  const data = new Map<number, Uint8Array[]>();
  const open: number[] = [];
  const next = new Map<string, number>();
  for (const line of view.meta.callLog ?? []) {
    if (line === LOG_TRUNCATED) return data;
    const [, program, does] = CALL.exec(line) ?? [];
    if (program !== undefined) {
      if (does === 'success') open.pop();
      else {
        const index = nextCallOf(program, view, next.get(program) ?? 0);
        if (index < 0) return NONE;
        next.set(program, index + 1);
        open.push(index);
      }
      continue;
    }
    const encoded = DATA.exec(line)?.[1];
    const call = open.at(-1);
    if (encoded === undefined || call === undefined) continue;
    const known = data.get(call);
    const bytes = Buffer.from(encoded, 'base64');
    if (known === undefined) data.set(call, [bytes]);
    else known.push(bytes);
  }
  for (const [program, from] of next) if (nextCallOf(program, view, from) >= 0) return NONE;
  return data;
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
