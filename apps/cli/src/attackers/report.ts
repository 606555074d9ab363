import { shortAddress } from '@tickscope/dex';
import type { components } from '@tickscope/schemas';
import { amountOf, groupThousands } from '../amounts.js';
import { type Column, fitTable } from '../fit-table.js';
import type { Paint } from '../paint.js';
import { formatCount } from '../table.js';
import { cleanText } from '../terminal-text.js';
import { formatTime } from '../time.js';

type Attacker = components['schemas']['Attacker'];
type Ranking = components['schemas']['AttackerRanking'];

/** Rows of each list. */
const MOST_ROWS = 5;

/** The output of `tickscope attacker ADDRESS`. @param maxWidth of the terminal; `null`: none */
export function describeAttacker(attacker: Attacker, maxWidth: number | null, paint: Paint): string {
  const { address, label, time_range_days: days, summary, truncated, coverage } = attacker;
  const range = days === 1 ? 'the last day' : `the last ${days} days`;
  const until = coverage === null ? '' : `, up to ${formatTime(coverage.to_time)} UTC`;
  const name = label === null ? '' : ` (${cleanText(label)})`;
  const heading = `Wallet ${address}${name}\nin ${range} stored${until}`;
  if (!attacker.seen_as_attacker) return `${paint.bold('It attacked no trade.')}\n\n${heading}`;
  return [
    paint.bold(
      `It made ${counted(summary.sandwich_count, 'sandwich', 'sandwiches')} around ${counted(summary.victim_count, 'trade')}: ${earned(attacker)}.`,
    ),
    heading,
    facts(attacker),
    ...lists(attacker, maxWidth),
    ...(truncated ? ['More than can be counted: only the newest 10,000 sandwiches.'] : []),
  ].join('\n\n');
}

function earned({ earnings }: Attacker): string {
  const { net_gain_sol: net, gain_unknown_count: unknown, cost_sol: cost } = earnings;
  const rest =
    unknown === 0 ? '' : `, of ${counted(unknown, 'sandwich', 'sandwiches')} it is not known in SOL`;
  return net === null
    ? 'what it earned is not known in SOL'
    : `${groupThousands(net)} SOL after ${groupThousands(cost)} SOL of fees and tips${rest}`;
}

function facts({
  summary,
  record,
  earnings,
  linked_wallets: linked,
  private_programs: programs,
}: Attacker): string {
  const standing = record.standing === null ? '' : `, by its record a ${record.standing.replace('_', ' ')}`;
  const rows: [string, string][] = [
    [
      'confidence',
      `${formatCount(summary.exact_count)} exact; ${formatCount(summary.suspected_count)} more only suspected`,
    ],
    ['intent', `${formatCount(summary.proven_count)} proven, ${formatCount(summary.likely_count)} likely`],
    ['record', `${counted(record.trips, 'round trip')}, ${formatCount(record.gained)} gained${standing}`],
    ['failed attempts', formatCount(summary.attempt_count)],
    ...earnings.by_token.slice(0, MOST_ROWS).map(({ gain }): [string, string] => ['gain', amountOf(gain)]),
    ...linked.map((wallet): [string, string] => ['linked wallet', wallet]),
    ...programs.map((program): [string, string] => ['own program', program]),
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, fact]) => `  ${name.padEnd(width)}  ${fact}`).join('\n');
}

function lists(
  { by_pool: pools, by_validator: leaders, by_day: byDay }: Attacker,
  maxWidth: number | null,
): string[] {
  const table = (heading: string, rows: readonly (readonly string[])[]): string[] =>
    rows.length === 0
      ? []
      : [
          fitTable(
            [{ heading }, { heading: 'sandwiches', align: 'right' }],
            rows.slice(0, MOST_ROWS),
            maxWidth,
          ).text,
        ];
  return [
    ...table(
      'pool',
      pools.map((each) => [cleanText(each.pool_label), formatCount(each.count)]),
    ),
    ...table(
      'leader',
      leaders.map((each) => [
        `${each.leader_pubkey === null ? 'unknown' : shortAddress(each.leader_pubkey)}${each.client_type === null ? '' : ` ${cleanText(each.client_type)}`}`,
        formatCount(each.count),
      ]),
    ),
    ...table(
      'day (UTC)',
      byDay.map((each) => [each.date ?? 'unknown', formatCount(each.sandwich_count)]),
    ),
  ];
}

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
  { period, attackers, attacker_count: all }: Ranking,
  maxWidth: number | null,
  paint: Paint,
): string {
  if (attackers.length === 0) return `No stored sandwich of the last ${period} counts.`;
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
  const notes = [
    ...(table.leftOut.length === 0 ? [] : [`No room for: ${table.leftOut.join(', ')}.`]),
    `${formatCount(attackers.length)} of ${counted(all, 'attacker')} of the last ${period}.`,
  ];
  return `${table.text}\n\n${notes.join('\n')}`;
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
