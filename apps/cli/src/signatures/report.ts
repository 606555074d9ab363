import { type Column, cleanText, counted, fitTable, formatCount } from '@tickscope/command-line';
import type { components } from '@tickscope/schemas';
import { formatTime } from '../time.js';

type Page = components['schemas']['WalletSignaturesResponse']['data'];
type WalletSignature = components['schemas']['WalletSignature'];

const COLUMNS: readonly Column[] = [
  { heading: 'time (UTC)', dispensable: 2 },
  { heading: 'slot', align: 'right', dispensable: 3 },
  { heading: 'tick', align: 'right', dispensable: 4 },
  { heading: 'state' },
  { heading: 'DEX' },
  { heading: 'signature', dispensable: 1 },
];

/** The output of `tickscope signatures`. @param maxWidth of the terminal; `null`: none */
export function describeSignatures(wallet: string, pages: readonly Page[], maxWidth: number | null): string {
  const rows = pages.flatMap(({ signatures }) => signatures);
  const table = fitTable(COLUMNS, rows.map(cellsOf), maxWidth);
  const window = pages[0]?.metadata;
  const between =
    window === undefined
      ? ''
      : `\nfrom ${formatTime(window.time_window_start)} to ${formatTime(window.time_window_end)} UTC`;
  return [
    `Wallet ${wallet}${between}`,
    ...(rows.length === 0 ? [] : [table.text]),
    [...(rows.length === 0 ? [] : table.notes), ...notesOf(rows, pages)].join('\n'),
  ].join('\n\n');
}

function cellsOf(row: WalletSignature): string[] {
  const { blockTime, slot, poh_tick: tick, success, dexes, is_dex_trade: isTrade, signature } = row;
  return [
    formatTime(blockTime),
    String(slot),
    tick === null ? '' : String(tick),
    success === null ? 'unknown' : success ? 'ok' : 'failed',
    dexes === null ? 'unknown' : dexes.map((name) => cleanText(name)).join(', ') || (isTrade ? 'other' : ''),
    signature,
  ];
}

function notesOf(rows: readonly WalletSignature[], pages: readonly Page[]): string[] {
  const last = pages.at(-1);
  const total = pages[0]?.pagination.total_in_window ?? null;
  const listed = rows.filter(({ is_signer: isSigner }) => isSigner !== true).length;
  const missing = Math.max(0, ...pages.map(({ coverage }) => coverage?.missing_slot_count ?? 0));
  return [
    `${formatCount(rows.length)} shown${total === null ? '' : ` of ${formatCount(total)} in the window`}.`,
    ...(listed === 0
      ? []
      : [
          `${formatCount(listed)} of them ${listed === 1 ? 'is' : 'are'} from a node, which does not say whether the wallet signed ${listed === 1 ? 'it' : 'them'}.`,
        ]),
    ...(missing === 0
      ? []
      : [`${counted(missing, 'slot')} of the window ${missing === 1 ? 'is' : 'are'} not stored.`]),
    ...(last?.metadata.older === 'not_configured'
      ? ['What is older than the stored data is not known: the API has no node to ask.']
      : []),
    ...(last?.metadata.older === 'unavailable'
      ? ['What is older than the stored data is not known now: the node does not answer.']
      : []),
    ...(last?.pagination.has_more === true && last.pagination.next_before !== null
      ? [`More with --before ${last.pagination.next_before}`]
      : []),
  ];
}
