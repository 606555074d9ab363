import { amountOf, type Column, cleanText, counted, fitTable, type Paint } from '@tickscope/command-line';
import { shortAddress } from '@tickscope/dex';
import type { components } from '@tickscope/schemas';
import { formatTime } from '../time.js';
import { describeGain, describeLoss, describeLosses } from './losses.js';

type Record = components['schemas']['SandwichRecord'];

const COLUMNS: readonly Column[] = [
  { heading: 'slot', align: 'right' },
  { heading: 'index', align: 'right', dispensable: 1 },
  { heading: 'what it is' },
  { heading: 'wallet' },
  { heading: 'paid', align: 'right', dispensable: 3 },
  { heading: 'received', align: 'right', dispensable: 2 },
  { heading: 'lost', align: 'right' },
  { heading: 'signature', dispensable: 4 },
];

/** The output of `tickscope sandwich`. @param maxWidth of the terminal; `null`: none */
export function describeSandwich(sandwich: Record, maxWidth: number | null, paint: Paint): string {
  const { pool, attackers, revision, detected_at: detectedAt } = sandwich;
  const table = fitTable(COLUMNS, rowsOf(sandwich, paint), maxWidth);
  const state = sandwich.retracted
    ? 'no longer considered a sandwich'
    : sandwich.is_final
      ? 'final'
      : 'provisional';
  return [
    paint.bold(headline(sandwich)),
    [
      `Sandwich ${sandwich.id}, ${formatTime(sandwich.block_time)} UTC`,
      `pool ${pool.pool_address}`,
      `attacker ${attackers.join(', ')}`,
      `${sandwich.confidence}, intent ${sandwich.intent}${sandwich.evidence.length === 0 ? '' : ` (${sandwich.evidence.map((sign) => sign.replaceAll('_', ' ')).join(', ')})`}`,
      `${state}, revision ${revision} of ${formatTime(detectedAt)} UTC`,
    ].join('\n'),
    table.text,
    ...table.notes,
  ].join('\n\n');
}

/** The headline. A retracted sandwich did not happen, and a suspected one may not have. */
function headline(sandwich: Record): string {
  const { attackers, victim_count: victims, pool, confidence, retracted } = sandwich;
  const who = shortAddress(attackers[0] ?? '');
  const what = `${counted(victims, 'trade')} in ${cleanText(pool.pool_label)}`;
  if (retracted) return `No sandwich: ${who} around ${what} is no longer considered one.`;
  const did = confidence === 'suspected' ? 'is suspected to have sandwiched' : 'sandwiched';
  return `${who} ${did} ${what}: lost ${describeLosses(sandwich)}, gained ${describeGain(sandwich)}.`;
}

/** Legs, attempts and victims in the chain's order. */
function rowsOf({ legs, victims }: Record, paint: Paint): string[][] {
  const amount = (value: components['schemas']['TokenAmount'] | null): string =>
    value === null ? '' : amountOf(value);
  const rows = [
    ...legs.map((leg) => {
      const side = leg.interaction_type === 'sandwich_frontrun' ? 'frontrun' : 'backrun';
      const what = paint.red(leg.success ? side : `failed ${side}`);
      return { ...leg, what, wallet: leg.attacker_wallet, signature: leg.attacker_signature, lost: '' };
    }),
    ...victims.map((victim) => ({
      ...victim,
      what: paint.yellow('victim'),
      lost: describeLoss(victim.loss, victim.loss_method === 'front_rate'),
    })),
  ];
  rows.sort((left, right) => left.slot - right.slot || left.block_index - right.block_index);
  return rows.map((row) => [
    String(row.slot),
    String(row.block_index),
    row.what,
    shortAddress(row.wallet),
    amount(row.paid),
    amount(row.received),
    row.lost,
    row.signature ?? 'unknown',
  ]);
}
