import type { Explanation, VaultConservation } from '@tickscope/dex';
import type { Column } from '../fit-table.js';
import { cleanText } from '../terminal-text.js';
import { amountText, section, shortText } from './text.js';

const COLUMNS: readonly Column[] = [
  { heading: 'vault' },
  { heading: 'DEX' },
  { heading: 'change of balance', align: 'right' },
  { heading: 'decoded', align: 'right' },
  { heading: 'remainder', align: 'right' },
  { heading: '' },
];

/** Whether the vaults gained and lost what was decoded. */
export function describeConservation(explanation: Explanation, maxWidth: number | null): string[] {
  const { vaults, strays } = explanation.conservation;
  const rows = vaults.map((vault) => {
    const { account, dexName, mint, change, decoded, remainder } = vault;
    const amount = (value: bigint): string => (value === 0n ? '0' : amountText(value, mint, explanation));
    return [cleanText(account), dexName, amount(change), amount(decoded), amount(remainder), noteOf(vault)];
  });
  const strayRows = strays.map(({ account, owner, mint, change }) => [
    cleanText(account),
    shortText(owner),
    amountText(change, mint, explanation),
  ]);
  return [
    ...section(`Conservation: ${conservationVerdict(explanation)}`, COLUMNS, rows, maxWidth),
    ...section(
      'Other accounts of the same owners that changed: a swap or an event of theirs was not decoded',
      [{ heading: 'account' }, { heading: 'owner' }, { heading: 'change', align: 'right' }],
      strayRows,
      maxWidth,
    ),
  ];
}

/** In a few words; the same in the summary of many transactions. */
export function conservationVerdict({ conservation: { vaults, strays } }: Explanation): string {
  if (vaults.length === 0) return '';
  const off = vaults.filter((vault) => vault.remainder !== 0n && noteOf(vault) === '').length;
  if (off > 0) return `${off} of ${vaults.length} vaults do not add up`;
  return strays.length > 0 ? `${strays.length} accounts unexplained` : 'adds up';
}

/** Of a curve's account that the transaction opened, the remainder is its rent. */
function noteOf({ isOpened, remainder }: VaultConservation): string {
  return isOpened && remainder > 0n ? 'opened here: rent' : '';
}
