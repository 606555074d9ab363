import { type Column, columnsOf, counted, formatCount } from '@tickscope/command-line';
import type { Explanation, UnknownFrameCount } from '@tickscope/dex';
import { conservationVerdict } from './describe-conservation.js';
import type { ExplainedTransaction } from './explained.js';
import type { Summary, UnrecognisedCount } from './summary.js';
import { section } from './text.js';

const COLUMNS: readonly Column[] = [
  { heading: 'slot', align: 'right', dispensable: 4 },
  { heading: 'index', align: 'right' },
  { heading: 'state', dispensable: 2 },
  { heading: 'decoded' },
  { heading: 'not known' },
  { heading: 'vaults', dispensable: 1 },
  { heading: 'signature', dispensable: 3 },
];

/** Many transactions: a line for each that is listed, then what the decoder does not know in all of them. */
export function describeSummary(summary: Summary, maxWidth: number | null): string {
  const { listed, matching } = summary;
  return [
    totals(summary),
    ...section('Transactions', COLUMNS, listed.map(cellsOf), maxWidth),
    ...(listed.length < matching
      ? [`The first ${formatCount(listed.length)} of ${formatCount(matching)}; more with --limit.`]
      : []),
    ...unknownFrames(summary.unknownFrames, maxWidth),
    ...unrecognised(summary.unrecognised, maxWidth),
    ...(listed.length === 0
      ? ['No transaction to list; --all lists those without DEX activity.']
      : ['One of them in detail: --index N (and --slot N in a file of several blocks).']),
  ].join('\n\n');
}

function totals(summary: Summary): string {
  const { transactions, votes, failed, swapsByDex, inferred, vaults, vaultsOff } = summary;
  const swaps = swapsByDex.reduce((sum, dex) => sum + dex.swaps, 0);
  const byDex = swapsByDex.map(({ dexName, swaps: count }) => `${dexName} ${formatCount(count)}`).join(', ');
  return [
    `${counted(transactions, 'transaction')}, ${votes === 1 ? '1 of them a vote' : `${formatCount(votes)} of them votes`}, ${formatCount(failed)} failed`,
    `${counted(swaps, 'decoded swap')}${byDex === '' ? '' : ` (${byDex})`}, ${formatCount(inferred)} inferred`,
    `${counted(vaults, 'vault')} compared with ${vaults === 1 ? 'its balance' : 'their balances'}, ${vaultsOff === 1 ? '1 does' : `${formatCount(vaultsOff)} do`} not add up`,
  ].join('\n');
}

function cellsOf({ slot, index, explanation }: ExplainedTransaction): string[] {
  const { status, signature } = explanation;
  return [
    slot === null ? '' : String(slot),
    index === null ? '' : String(index),
    status === 'succeeded' ? 'ok' : status === 'failed' ? 'failed' : 'no meta',
    decodedText(explanation),
    unknownText(explanation),
    conservationVerdict(explanation),
    signature,
  ];
}

/** `2 swaps Orca Whirlpool, Phoenix; 1 pool event`. */
function decodedText({ trades }: Explanation): string {
  const names = (list: readonly { dexName: string }[]): string =>
    [...new Set(list.map(({ dexName }) => dexName))].join(', ');
  const part = (list: readonly { dexName: string }[], one: string): string[] =>
    list.length === 0 ? [] : [`${list.length} ${one}${list.length === 1 ? '' : 's'} ${names(list)}`];
  return [
    ...part(trades.swaps, 'swap'),
    ...part(trades.inferred, 'inferred swap'),
    ...part(trades.attempts, 'attempt'),
    ...part(trades.poolEvents, 'pool event'),
    ...part(trades.fills, 'fill'),
    ...part(trades.rebates, 'rebate'),
  ].join('; ');
}

function unknownText({ calls }: Explanation): string {
  const part = (role: string, text: string): string[] => {
    const count = calls.filter((call) => call.role === role).length;
    return count === 0 ? [] : [`${count} ${text}`];
  };
  return [
    ...part('swap_like', 'swap-like'),
    ...part('unreadable', 'not readable'),
    ...part('unrecognised', 'not recognised'),
  ].join(', ');
}

function unknownFrames(counts: readonly UnknownFrameCount[], maxWidth: number | null): string[] {
  const columns = columnsOf('program', 'first byte', '>calls', '>inferred');
  const rows = counts.map(({ programId, firstByte, frames, inferred }) => [
    programId,
    byteText(firstByte),
    formatCount(frames),
    formatCount(inferred),
  ]);
  return section('Swap-like calls that were not decoded', columns, rows, maxWidth);
}

function unrecognised(counts: readonly UnrecognisedCount[], maxWidth: number | null): string[] {
  const columns = columnsOf('DEX', 'program', 'first byte', '>data', '>calls', 'for example');
  const rows = counts.map(({ dexName, programId, firstByte, dataLength, calls, example }) => [
    dexName,
    programId,
    byteText(firstByte),
    `${dataLength} B`,
    formatCount(calls),
    `${example.slot === null ? '' : `slot ${example.slot}, `}index ${example.index ?? 'unknown'}`,
  ]);
  return section('Instructions of known DEX programs that no layout matches', columns, rows, maxWidth);
}

function byteText(byte: number | null): string {
  return byte === null ? 'no data' : byte.toString(16).padStart(2, '0');
}
