import type { Account } from '../account.js';
import { TOKEN_PROGRAM } from '../addresses.js';
import { callLines, encodeLogs, type LoggedCall } from '../log-messages.js';
import type { Dex } from './pool.js';

const cached = new Map<string, Buffer>();
const transfer: LoggedCall = { program: TOKEN_PROGRAM, lines: ['Instruction: Transfer'], inner: [] };

/** The log of swaps called directly or by another program, encoded once per combination. */
export function tradeLogs(outer: Account | null, dexes: readonly Dex[]): Buffer {
  const cacheKey = `${outer?.text ?? ''}/${dexes.map(({ name }) => name).join('/')}`;
  let logs = cached.get(cacheKey);
  if (logs === undefined) {
    const calls = dexes.map(
      ({ program, logName }): LoggedCall => ({
        program: program.text,
        lines: [logName],
        inner: [transfer, transfer],
      }),
    );
    const lines =
      outer === null
        ? calls.flatMap((call) => callLines(call))
        : callLines({ program: outer.text, lines: ['Instruction: Route'], inner: calls });
    logs = encodeLogs(lines);
    // Every bot has its own program, and those are not worth caching.
    if (cached.size < 1_000) cached.set(cacheKey, logs);
  }
  return logs;
}
