import {
  type ApiFlags,
  findApi,
  paintFor,
  parseAddress,
  parseInteger,
  printableJson,
  terminalWidth,
  withApi,
} from '@tickscope/command-line';
import { createTickscope, type StreamFilter } from '@tickscope/sdk';
import { Command } from 'commander';
import { queryOf } from '../api/query.js';
import { feedLine } from '../feed/line.js';
import { cliErrorOf } from '../feed/sdk-failure.js';
import { CONFIDENCES, parseSol, type SharedFilters, withSharedFilters } from '../sandwiches/filters.js';

interface FeedFlags extends ApiFlags, SharedFilters {
  mint?: string;
  minLoss?: string;
  finalOnly?: boolean;
  all?: boolean;
  count?: number;
}

export function feedCommand(): Command {
  const command = new Command('feed')
    .description(
      'The live feed, a line for each sandwich as it is found, revised or retracted, until Ctrl-C. A connection that breaks ' +
        'is replaced, without losing one. Asks the running API.',
    )
    .option('--mint <address>', 'only with this token', parseAddress)
    .option('--min-loss <sol>', 'only where the victims lost at least so much SOL', parseSol)
    .option('--final-only', 'only what no longer changes, some 20 slots after the last leg')
    .option('--all', 'also what is only suspected')
    .option('--count <n>', 'end after this number of lines', parseInteger(1, 1_000_000));
  return withApi(withSharedFilters(command)).action(feed);
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
  const { pool, dex, mint, attacker, victim, intent, minLoss, finalOnly, all } = flags;
  const filters: StreamFilter = {
    ...queryOf({ pool, dex, mint, attacker, victim, intent, min_loss_sol: minLoss }),
    ...(finalOnly === true ? { final_only: 'true' } : {}),
    ...(all === true ? { confidence: CONFIDENCES.join(',') } : {}),
  };
  const client = createTickscope({ baseUrl: url, token: key ?? undefined, retries: 1 });
  // The reader is gone, for example after `| head`.
  process.stdout.once('error', () => interrupted.abort());
  let left = flags.count ?? Number.POSITIVE_INFINITY;
  for await (const event of client.stream({
    ...filters,
    signal: interrupted.signal,
  })) {
    const line = flags.json === true ? printableJson(event, 0) : feedLine(event, terminalWidth(), paintFor());
    process.stdout.write(`${line}\n`);
    left -= 1;
    if (left === 0) return;
  }
}
