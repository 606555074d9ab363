import { isPrecompile, LOG_TRUNCATED } from '@tickscope/chain';
import { type Call, parentsOf } from './calls.js';
import type { TransactionView } from './transaction-view.js';

/** What a call wrote to the log as data, by the call's index in the list: one item per line with a single field. */
export type LoggedData = ReadonlyMap<number, readonly Uint8Array[]>;

const NONE: LoggedData = new Map();
const INVOKE = /^Program (\S+) invoke \[\d+\]$/;
const SUCCESS = /^Program (\S+) success$/;
const DATA = /^Program data: ((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/;

/**
 * Attributes the data in a transaction's log to its calls. A line of data does not name its program: it belongs to the
 * call that was running, so the lines with which calls begin and end are followed, in step with the list of calls.
 *
 * Empty if the log was not kept, or does not fit the calls (as without stack heights). Data after the node cut the log
 * off is not attributed: ends of calls are missing there, and another program's data would seem to be the caller's.
 */
export function loggedData({ calls, keys, meta, textOf }: TransactionView): LoggedData {
  const data = new Map<number, Uint8Array[]>();
  const parents = parentsOf(calls);
  const open: number[] = [];
  const isRunning = (program: string | undefined): boolean =>
    open.length > 0 && textOf(calls[open.at(-1)!]!.program) === program;
  let next = 0;
  for (const line of meta.callLog ?? []) {
    if (line === LOG_TRUNCATED) break;
    const invoked = INVOKE.exec(line);
    if (invoked !== null) {
      next = afterPrecompiles(calls, keys, next);
      if (next >= calls.length || parents[next] !== (open.at(-1) ?? -1)) return NONE;
      open.push(next);
      next += 1;
      if (!isRunning(invoked[1])) return NONE;
      continue;
    }
    const ended = SUCCESS.exec(line);
    if (ended !== null) {
      if (!isRunning(ended[1])) return NONE;
      open.pop();
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
  return data;
}

/** Precompiles verify signatures without a line in the log. */
function afterPrecompiles(calls: readonly Call[], keys: readonly Uint8Array[], from: number): number {
  let next = from;
  while (next < calls.length && isPrecompile(keys[calls[next]!.program] ?? NO_KEY)) next += 1;
  return next;
}

const NO_KEY = new Uint8Array(0);
