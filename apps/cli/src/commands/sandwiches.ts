import { Command, Option } from 'commander';
import { type ApiFlags, findApi } from '../api/address.js';
import { type ApiClient, openApi } from '../api/client.js';
import { API_HELP, withApiOptions } from '../api/options.js';
import { queryOf } from '../api/query.js';
import { UsageError } from '../cli-error.js';
import { paintFor } from '../paint.js';
import { parseAddress } from '../parse-base58.js';
import { parseInteger } from '../parse-integer.js';
import { print } from '../print.js';
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
import { printableJson, terminalWidth } from '../terminal-text.js';

interface SandwichesFlags extends ApiFlags, SharedFilters {
  mint?: string;
  leader?: string;
  client?: string;
  confidence?: string;
  minLoss?: string;
  from?: number;
  to?: number;
  limit: number;
  json?: boolean;
  csv?: boolean;
}

const MOST_OF_A_PAGE = 100;

export function sandwichesCommand(): Command {
  const parseSlot = parseInteger(0, Number.MAX_SAFE_INTEGER);
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
  return withApiOptions(withSharedFilters(command))
    .addOption(new Option('--csv', 'print CSV, a line for each sandwich').conflicts('json'))
    .addHelpText('after', API_HELP)
    .action(listSandwiches);
}

async function listSandwiches(flags: SandwichesFlags): Promise<void> {
  if (flags.from !== undefined && flags.to !== undefined && flags.from > flags.to)
    throw new UsageError('--from lies after --to');
  const say = (line: string): void => void process.stderr.write(`${line}\n`);
  const api = openApi(await findApi(flags), say);
  const list = await askPages(api, flags);
  if (flags.json === true) print(printableJson(list.sandwiches));
  else if (flags.csv === true) print(sandwichesCsv(list.sandwiches));
  else return print(describeSandwiches(list, terminalWidth(), paintFor()));
  // Beside what programs read.
  for (const line of describeCoverage(list.coverage)) say(line);
}

/** Requests page after page. A page may be empty and not the last: a rare filter is looked for in steps. */
async function askPages(api: ApiClient, flags: SandwichesFlags): Promise<SandwichList> {
  const { pool, mint, dex, leader, client, attacker, victim, confidence, intent, minLoss, from, to, limit } =
    flags;
  const filters = {
    pool,
    mint,
    dex,
    leader,
    client,
    attacker,
    victim,
    confidence,
    intent,
    min_loss_sol: minLoss,
    from,
    to,
  };
  const sandwiches: SandwichList['sandwiches'] = [];
  const coverages: SandwichList['coverage'][] = [];
  for (let cursor: string | undefined; ; ) {
    const left = Math.min(limit - sandwiches.length, MOST_OF_A_PAGE);
    const queryParameters = queryOf({ ...filters, limit: left, cursor });
    const { data } = await api.call('listSandwiches', { queryParameters });
    sandwiches.push(...data.sandwiches);
    coverages.push(data.coverage);
    const hasMore = data.next_cursor !== null;
    if (data.next_cursor === null || sandwiches.length >= limit)
      return { sandwiches, hasMore, coverage: joinedCoverage(coverages) };
    cursor = data.next_cursor;
  }
}
