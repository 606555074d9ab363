import { TICKS_PER_SLOT } from '@tickscope/chain';
import {
  type Column,
  cleanSentence,
  cleanText,
  counted,
  fitTable,
  formatCount,
  formatTokenAmount,
  type Paint,
} from '@tickscope/command-line';
import { SOL_MINT, shortAddress } from '@tickscope/dex';
import type { components } from '@tickscope/schemas';
import { describeRoles } from '../check/roles.js';
import { formatTime } from '../time.js';

type Slot = components['schemas']['SlotRecord'];
type Transaction = components['schemas']['BlockTransaction'];

const COLUMNS: readonly Column[] = [
  { heading: 'index', align: 'right' },
  { heading: 'tick', align: 'right', dispensable: 3 },
  { heading: 'part in a sandwich' },
  { heading: 'DEX', dispensable: 2 },
  { heading: 'signer' },
  { heading: 'result', dispensable: 4 },
  { heading: 'compute units', align: 'right', dispensable: 5 },
  { heading: 'fee and tip', align: 'right', dispensable: 1 },
  { heading: 'signature', dispensable: 6 },
];

/** The output of `tickscope slot SLOT`. @param maxWidth of the terminal; `null`: none */
export function describeSlot(slot: Slot, maxWidth: number | null, paint: Paint): string {
  const { transactions, next_index: next } = slot;
  const table = fitTable(
    COLUMNS,
    transactions.map((transaction) => rowOf(slot, transaction, paint)),
    maxWidth,
  );
  return [
    paint.bold(headline(slot)),
    facts(slot).join('\n'),
    ...(transactions.length === 0 ? [] : [table.text, ...table.notes]),
    ...(next === null ? [] : [`There are more: --from-index ${next} goes on, --limit shows more at once.`]),
  ].join('\n\n');
}

/** Describes the slot's state in one sentence. */
function headline({ slot, state, reason, block }: Slot): string {
  const why = reason === null ? '' : ` ${cleanSentence(reason)}`;
  if (block === null) return `Slot ${slot}: ${state.replace('_', ' ')}.${why}`;
  const failed = block.failed_count === null ? '' : `, ${formatCount(block.failed_count)} failed`;
  const votes = block.vote_count === null ? '' : `, ${votesText(block.vote_count, block.tick_count)}`;
  const count = `${counted(block.transaction_count, 'transaction')}${votes}${failed}`;
  return `Slot ${slot}: a block with ${count}.${state === 'stored' ? '' : ` It is ${state.replace('_', ' ')}.`}${why}`;
}

function facts(slot: Slot): string[] {
  const { block, leader, validator_name: name, client, client_version: version } = slot;
  const by =
    leader === null
      ? 'leader unknown'
      : `leader ${leader}${name === null ? '' : ` (${cleanText(name)})`}${client === null ? '' : `, ${cleanText(client)}${version === null ? '' : ` ${cleanText(version)}`}`}`;
  if (block === null) return [by];
  const entries =
    block.entry_count === null
      ? 'entries and ticks are not known'
      : `${counted(block.entry_count, 'entry', 'entries')}, ${block.tick_count === null ? 'an unknown number' : formatCount(block.tick_count)} of them ticks`;
  const isDetected = slot.is_detected === false ? ['sandwiches have not been looked for yet'] : [];
  return [`${formatTime(block.block_time)} UTC, parent ${block.parent_slot}, ${entries}`, by, ...isDetected];
}

function rowOf({ slot }: Slot, transaction: Transaction, paint: Paint): string[] {
  const { block_index: index, poh_tick: tick, roles, dexes, success, compute_units: units } = transaction;
  const own = [...new Set(roles.map(({ role }) => role))].map((name) => ({ name, isOwn: true }));
  return [
    String(index),
    tick === null ? '' : String(tick - slot * TICKS_PER_SLOT),
    transaction.is_vote ? paint.dim('vote') : describeRoles(own, paint),
    dexes.map((dex) => cleanText(dex)).join(', '),
    shortAddress(transaction.signer),
    success === null ? 'unknown' : success ? 'succeeded' : paint.dim('failed'),
    units === null ? '' : formatCount(units),
    costOf(transaction),
    transaction.signature,
  ];
}

function costOf({ fee, jito_tip: tip }: Transaction): string {
  return fee === null ? 'unknown' : formatTokenAmount(BigInt(fee) + BigInt(tip ?? 0), SOL_MINT);
}

/** An Alpenglow block has one tick; its votes are certificates that are not in blocks. */
function votesText(votes: number, ticks: number | null): string {
  return votes === 0 && ticks === 1
    ? 'no votes in blocks on Alpenglow'
    : votes === 1
      ? '1 of them a vote'
      : `${formatCount(votes)} of them votes`;
}
