import { createTickscope } from '@tickscope/sdk';
import { Command } from 'commander';
import { type ApiFlags, findApi } from '../api/address.js';
import { API_HELP, withApiOptions } from '../api/options.js';
import { feedLine } from '../feed/line.js';
import { cliErrorOf } from '../feed/sdk-failure.js';
import { paintFor } from '../paint.js';
import { parseInteger } from '../parse-integer.js';
import { type SharedFilters, withSharedFilters } from '../sandwiches/filters.js';
import { printableJson, terminalWidth } from '../terminal-text.js';

interface FeedFlags extends ApiFlags, SharedFilters {
  all?: boolean;
  count?: number;
  json?: boolean;
}

export function feedCommand(): Command {
  const command = new Command('feed')
    .description(
      'The live feed, a line for each sandwich as it is found, revised or retracted, until Ctrl-C. A connection that breaks ' +
        'is replaced, without losing one. Asks the running API.',
    )
    .option('--all', 'also what is only suspected')
    .option('--count <n>', 'end after so many lines', parseInteger(1, 1_000_000));
  return withApiOptions(withSharedFilters(command)).addHelpText('after', API_HELP).action(feed);
}

async function feed(flags: FeedFlags): Promise<void> {
  const address = await findApi(flags);
  const interrupted = new AbortController();
  const onSignal = (): void => interrupted.abort();
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  try {
    await follow(flags, address, interrupted);
  } catch (error) {
    // Ctrl-C is how the command ends.
    if (!interrupted.signal.aborted) throw cliErrorOf(error, address);
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
  }
}

async function follow(
  flags: FeedFlags,
  { url, key }: { url: string; key: string | null },
  interrupted: AbortController,
): Promise<void> {
  const { pool, dex, attacker, victim, intent, all } = flags;
  // By default the API sends those that count, and the revision that says of one that it no longer does.
  const confidence = all === true ? 'exact,loose,suspected' : undefined;
  const given = Object.entries({ pool, dex, attacker, victim, intent, confidence }).filter(
    ([, value]) => value,
  );
  const client = createTickscope({ baseUrl: url, token: key ?? undefined, retries: 1 });
  // The reader is gone, for example after `| head`.
  process.stdout.once('error', () => interrupted.abort());
  let left = flags.count ?? Number.POSITIVE_INFINITY;
  for await (const event of client.stream({
    ...Object.fromEntries(given),
    signal: interrupted.signal,
  })) {
    const line = flags.json === true ? printableJson(event, 0) : feedLine(event, terminalWidth(), paintFor());
    process.stdout.write(`${line}\n`);
    left -= 1;
    if (left === 0) return;
  }
}
