import { type Column, counted } from '@tickscope/command-line';
import type { ExplainedCall, Explanation, Movement, NearMiss } from '@tickscope/dex';
import { amountText, positionText, section, shortText } from './text.js';

const COLUMNS: readonly Column[] = [
  { heading: 'call' },
  { heading: 'program' },
  { heading: 'instruction' },
  { heading: 'data', dispensable: 2 },
  { heading: 'accounts', align: 'right', dispensable: 1 },
  { heading: 'what the decoder sees' },
];
const SHOWN_BYTES = 8;

/** The tree of calls: a line for each, indented by its depth. */
export function describeCalls(explanation: Explanation, maxWidth: number | null): string[] {
  const rows = explanation.calls.map((call) => [
    positionText(call),
    `${'· '.repeat(call.depth)}${call.programName ?? shortText(call.programId)}`,
    call.instruction ?? '',
    dataText(call.data),
    String(call.accounts.length),
    whatText(call, explanation),
  ]);
  return section('Calls', COLUMNS, rows, maxWidth);
}

/** The first bytes in hex, and how many there are: `e445a52e51cb9a1d… 41 bytes`. */
export function dataText(data: string): string {
  const length = data.length / 2;
  if (length === 0) return 'none';
  const isCut = length > SHOWN_BYTES;
  return `${data.slice(0, 2 * SHOWN_BYTES)}${isCut ? '…' : ''} ${length} ${length === 1 ? 'byte' : 'bytes'}`;
}

function whatText(call: ExplainedCall, explanation: Explanation): string {
  switch (call.role) {
    case 'decoded':
      return `decoded: ${countText(call.decoded)}`;
    case 'empty':
      return explanation.status === 'succeeded' ? 'layout matched, nothing moved' : 'layout matched';
    case 'unrecognised':
      return ['NOT RECOGNISED', ...call.nearMisses.map(nearMissText)].join('; ');
    case 'swap_like':
      return 'SWAP-LIKE, without a layout';
    case 'token':
    case 'system':
      return call.moves.map((move) => moveText(move, explanation)).join(', ');
    case 'unreadable':
      return 'CANNOT BE READ: the source left something out';
    case 'route':
      return 'route';
    case 'lending':
      return 'lending';
    case 'event':
      return 'event (a call to itself)';
    case 'utility':
      return '';
    case 'unknown':
      return 'unknown program';
  }
}

/** `swap`, `swap ×2`. */
function countText(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => (count === 1 ? name : `${name} ×${count}`)).join(', ');
}

export function nearMissText({ instruction, dataLengths, minAccounts }: NearMiss): string {
  const differences = [
    ...(dataLengths === null ? [] : [`needs ${dataLengths.join(' or ')} bytes of data`]),
    ...(minAccounts === null ? [] : [`needs ${counted(minAccounts, 'account')}`]),
  ];
  return `${instruction} ${differences.join(' and ') || 'has the same first bytes'}`;
}

function moveText(move: Movement, explanation: Explanation): string {
  const { kind, mint, amount, received, source, destination } = move;
  const of = (index: number | null, ifNull: string): string =>
    index === null ? ifNull : shortText(explanation.keys[index]?.address ?? null);
  const what = kind === 'tokens' && mint === null ? `${amount} of an unknown mint` : null;
  const withheld = amount - received;
  return [
    `${what ?? amountText(amount, kind === 'lamports' ? null : mint, explanation)}`,
    kind === 'unwrap' ? 'unwrapped' : '',
    `${of(source, 'minted')} → ${of(destination, 'burned')}`,
    withheld === 0n ? '' : `(${amountText(withheld, mint, explanation)} withheld)`,
  ]
    .filter((part) => part !== '')
    .join(' ');
}
