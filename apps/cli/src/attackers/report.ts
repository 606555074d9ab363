import {
  amountOf,
  type Column,
  cleanText,
  columnsOf,
  counted,
  fitTable,
  formatCount,
  formatFacts,
  groupThousands,
  type Paint,
} from '@tickscope/command-line';
import { shortAddress } from '@tickscope/dex';
import type { components } from '@tickscope/schemas';
import { daysText, describeCoverage, describePeriod } from '../range-coverage.js';
import { formatTime } from '../time.js';

type Attacker = components['schemas']['Attacker'];
type Ranking = components['schemas']['AttackerRanking'];

/** Rows of each list without `--all`. */
const FEW_ROWS = 5;
/** Rows of a list of the API. */
const MOST_OF_API = 100;

/**
 * The output of `tickscope attacker ADDRESS`.
 *
 * @param all every row of each list
 * @param maxWidth of the terminal; `null`: none
 */
export function describeAttacker(
  attacker: Attacker,
  all: boolean,
  maxWidth: number | null,
  paint: Paint,
): string {
  const { address, label, time_range_days: days, truncated, coverage } = attacker;
  const name = label === null ? '' : ` (${cleanText(label)})`;
  const most = all ? Number.POSITIVE_INFINITY : FEW_ROWS;
  return [
    paint.bold(headline(attacker)),
    `Wallet ${address}${name}\n${describePeriod(daysText(days), coverage)}`,
    ...(attacker.seen_as_attacker ? [facts(attacker, most), ...lists(attacker, most, maxWidth)] : []),
    [
      ...(truncated ? ['More than can be counted: only the newest 10,000 sandwiches.'] : []),
      ...describeCoverage(coverage),
    ].join('\n'),
  ].join('\n\n');
}

/** The sentence about what is stored of it: what is not stored may hold more. */
function headline(attacker: Attacker): string {
  const { summary, truncated } = attacker;
  if (!attacker.seen_as_attacker) return 'It is the attacker of no stored sandwich.';
  if (summary.sandwich_count === 0) return 'No stored sandwich of it counts in this time.';
  const made = `${truncated ? 'at least ' : ''}${counted(summary.sandwich_count, 'sandwich', 'sandwiches')}`;
  return `It made ${made} around ${counted(summary.victim_count, 'trade')}: ${earned(attacker)}.`;
}

function earned({ earnings }: Attacker): string {
  const { net_gain_sol: net, gain_unknown_count: unknown, cost_sol: cost } = earnings;
  const rest =
    unknown === 0 ? '' : `, of ${counted(unknown, 'sandwich', 'sandwiches')} it is not known in SOL`;
  return net === null
    ? 'what it earned is not known in SOL'
    : `${groupThousands(net)} SOL after ${groupThousands(cost)} SOL of fees and tips${rest}`;
}

function facts(
  { summary, record, earnings, linked_wallets: linked, private_programs: programs }: Attacker,
  most: number,
): string {
  const gains = earnings.by_token.map(({ gain }) => amountOf(gain));
  const standing = record.standing === null ? '' : `, by its record a ${record.standing.replace('_', ' ')}`;
  const rows: [string, string][] = [
    [
      'confidence',
      `${formatCount(summary.exact_count)} exact; ${formatCount(summary.suspected_count)} more only suspected`,
    ],
    ['intent', `${formatCount(summary.proven_count)} proven, ${formatCount(summary.likely_count)} likely`],
    ['record', `${counted(record.trips, 'round trip')}, ${formatCount(record.gained)} gained${standing}`],
    ['failed attempts', formatCount(summary.attempt_count)],
    ...each('gain', gains, most, 'token'),
    ...each('linked wallet', linked, MOST_OF_API, 'wallet'),
    ...each('own program', programs, MOST_OF_API, 'program'),
  ];
  return formatFacts(rows);
}

function each(name: string, list: readonly string[], most: number, one: string): [string, string][] {
  const shown = list.slice(0, most).map((item): [string, string] => [name, item]);
  return [...shown, ...restOf(list, most, one).map((rest): [string, string] => ['', rest])];
}

function lists(
  { by_pool: pools, by_validator: leaders, by_day: byDay }: Attacker,
  most: number,
  maxWidth: number | null,
): string[] {
  const table = (one: string, heading: string, rows: readonly (readonly string[])[]): string[] => {
    if (rows.length === 0) return [];
    const { text } = fitTable(columnsOf(heading, '>sandwiches'), rows.slice(0, most), maxWidth);
    return [[text, ...restOf(rows, most, one)].join('\n')];
  };
  return [
    ...table(
      'pool',
      'pool',
      pools.map((each) => [cleanText(each.pool_label), formatCount(each.count)]),
    ),
    ...table(
      'leader',
      'leader',
      leaders.map((each) => [
        `${each.leader_pubkey === null ? 'unknown' : shortAddress(each.leader_pubkey)}${each.client_type === null ? '' : ` ${cleanText(each.client_type)}`}`,
        formatCount(each.count),
      ]),
    ),
    ...table(
      'day',
      'day (UTC)',
      byDay.map((each) => [each.date ?? 'unknown', formatCount(each.sandwich_count)]),
    ),
  ];
}

/** A line that counts the rows that are not shown; nothing where all are. */
function restOf({ length }: readonly unknown[], most: number, one: string): string[] {
  const isCut = length >= MOST_OF_API;
  if (length <= most) return isCut ? [`and perhaps more: the API lists ${MOST_OF_API} ${one}s at most`] : [];
  const rest = length - most;
  return [
    `and ${isCut ? 'at least ' : ''}${formatCount(rest)} more ${rest === 1 ? one : `${one}s`}: --all lists them`,
  ];
}

const PERIODS: Record<Ranking['period'], string> = { '1h': 'hour', '6h': '6 hours', '24h': '24 hours' };

const RANKING_COLUMNS: readonly Column[] = [
  { heading: 'rank', align: 'right' },
  { heading: 'attacker' },
  { heading: 'sandwiches', align: 'right' },
  { heading: 'victims', align: 'right', dispensable: 2 },
  { heading: 'pools', align: 'right', dispensable: 3 },
  { heading: 'earned, SOL', align: 'right' },
  { heading: 'fees and tips, SOL', align: 'right', dispensable: 4 },
  { heading: 'name', dispensable: 1 },
];

/** The output of `tickscope attackers`. @param maxWidth of the terminal; `null`: none */
export function describeRanking(
  { period, attackers, attacker_count: all, made_at: madeAt, coverage }: Ranking,
  maxWidth: number | null,
  paint: Paint,
): string {
  const when = describePeriod(PERIODS[period], coverage);
  const covered = [`As of ${formatTime(madeAt)} UTC.`, ...describeCoverage(coverage)].join('\n');
  if (attackers.length === 0) return `No stored sandwich counts ${when}.\n\n${covered}`;
  const rows = attackers.map((each) => [
    String(each.rank),
    paint.red(each.address),
    formatCount(each.sandwich_count),
    formatCount(each.victim_count),
    formatCount(each.pool_count),
    each.net_gain_sol === null ? 'unknown' : groupThousands(each.net_gain_sol),
    groupThousands(each.cost_sol),
    each.label === null ? '' : cleanText(each.label),
  ]);
  const table = fitTable(RANKING_COLUMNS, rows, maxWidth);
  const notes = [...table.notes, `${formatCount(attackers.length)} of ${counted(all, 'attacker')} ${when}.`];
  return `${table.text}\n\n${notes.join('\n')}\n${covered}`;
}
