import type { Account } from '../account.js';
import { TOKEN_PROGRAM } from '../addresses.js';
import { callLines, encodeLogs, type LoggedCall } from '../log-messages.js';
import type { Dex, SwapCall } from '../plan.js';

const cached = new Map<string, Buffer>();
const transfer: LoggedCall = { program: TOKEN_PROGRAM, lines: ['Instruction: Transfer'], inner: [] };

/** A swap that is logged. */
export interface LoggedSwap {
  dex: Dex;
  call: SwapCall;
}

/** The log of swaps called directly or by another program. Without events, it is encoded once per combination. */
export function tradeLogs(outer: Account | null, swaps: readonly LoggedSwap[]): Buffer {
  const hasEvents = swaps.some(({ call }) => call.logged !== undefined);
  const cacheKey = `${outer?.text ?? ''}/${swaps.map(({ dex }) => dex.name).join('/')}`;
  const known = hasEvents ? undefined : cached.get(cacheKey);
  if (known !== undefined) return known;
  const calls = swaps.map(
    ({ dex: { program, logName }, call }): LoggedCall => ({
      program: program.text,
      lines: [logName],
      inner: [transfer, transfer],
      data: call.logged,
    }),
  );
  const lines =
    outer === null
      ? calls.flatMap((call) => callLines(call))
      : callLines({ program: outer.text, lines: ['Instruction: Route'], inner: calls });
  const logs = encodeLogs(lines);
  // Every bot has its own program, and those are not worth caching.
  if (!hasEvents && cached.size < 1_000) cached.set(cacheKey, logs);
  return logs;
}
