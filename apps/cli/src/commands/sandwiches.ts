import {
  type ApiClient,
  type ApiFlags,
  apiOf,
  note,
  parseAddress,
  parseInteger,
  parseSlot,
  print,
  printAnswer,
  UsageError,
  withApi,
} from '@tickscope/command-line';
import { Command, Option } from 'commander';
import { queryOf } from '../api/query.js';
import { describeCoverage } from '../range-coverage.js';
import { sandwichesCsv } from '../sandwiches/csv.js';
import {
  CONFIDENCES,
  oneOf,
  parseSol,
  type SharedFilters,
  withSharedFilters,
} from '../sandwiches/filters.js';
import { joinedCoverage } from '../sandwiches/joined-coverage.js';
import { describeSandwiches, type SandwichList } from '../sandwiches/report.js';

interface SandwichesFlags extends ApiFlags, SharedFilters {
  mint?: string;
  leader?: string;
  client?: string;
  confidence?: string;
  minLoss?: string;
  from?: number;
  to?: number;
  limit: number;
  csv?: boolean;
}

const MOST_OF_A_PAGE = 100;

export function sandwichesCommand(): Command {
  const command = new Command('sandwiches')
    .description(
      'The stored sandwiches, newest first: when, where, by whom, and what the victims lost. All given filters must match. ' +
        'Asks the running API.',
    )
    .option('--mint <address>', 'only with this token', parseAddress)
    .option('--leader <address>', 'only in blocks of this validator', parseAddress)
    .option('--client <name>', 'only in blocks of leaders with this client, for example Agave')
    .option(
      '--confidence <names>',
      'only these: exact, loose, suspected, with commas between (default: exact,loose)',
      oneOf(CONFIDENCES),
    )
    .option('--min-loss <sol>', 'only where the victims lost at least so much SOL', parseSol)
    .option('--from <slot>', 'only from this slot on', parseSlot)
    .option('--to <slot>', 'only up to this slot, inclusive', parseSlot)
    .option('--limit <count>', 'how many, 1 to 10,000', parseInteger(1, 10_000), 20);
  return withApi(withSharedFilters(command))
    .addOption(new Option('--csv', 'print CSV, a line for each sandwich').conflicts('json'))
    .action(listSandwiches);
}

async function listSandwiches(flags: SandwichesFlags): Promise<void> {
  if (flags.from !== undefined && flags.to !== undefined && flags.from > flags.to)
    throw new UsageError('--from lies after --to');
  const list = await askPages(await apiOf(flags), flags);
  if (flags.csv === true) print(sandwichesCsv(list.sandwiches));
  else printAnswer(flags, list.sandwiches, (_, ...terminal) => describeSandwiches(list, ...terminal));
  // Beside what programs read.
  if (flags.csv === true || flags.json === true) describeCoverage(list.coverage).forEach(note);
}

/** Requests page after page, as a page is no longer than the API allows. */
async function askPages(api: ApiClient, flags: SandwichesFlags): Promise<SandwichList> {
  const { pool, mint, dex, leader, client, attacker, victim, confidence, intent, from, to, limit } = flags;
  const filters = { pool, mint, dex, leader, client, attacker, victim, confidence, intent, from, to };
  const sandwiches: SandwichList['sandwiches'] = [];
  const coverages: SandwichList['coverage'][] = [];
  for (let cursor: string | undefined; ; ) {
    const left = Math.min(limit - sandwiches.length, MOST_OF_A_PAGE);
    const queryParameters = queryOf({ ...filters, min_loss_sol: flags.minLoss, limit: left, cursor });
    const { data } = await api.call('listSandwiches', { queryParameters });
    sandwiches.push(...data.sandwiches);
    coverages.push(data.coverage);
    const hasMore = data.next_cursor !== null;
    if (data.next_cursor === null || sandwiches.length >= limit)
      return { sandwiches, hasMore, coverage: joinedCoverage(coverages) };
    cursor = data.next_cursor;
  }
}
