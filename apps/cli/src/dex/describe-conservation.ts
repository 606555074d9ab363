import { cleanText, columnsOf, counted } from '@tickscope/command-line';
import type { Explanation, VaultConservation } from '@tickscope/dex';
import { amountText, section, shortText } from './text.js';

const COLUMNS = columnsOf('vault', 'DEX', '>change of balance', '>decoded', '>remainder', '');
const STRAY_COLUMNS = columnsOf('account', 'owner', '>change');

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
      STRAY_COLUMNS,
      strayRows,
      maxWidth,
    ),
  ];
}

/** In a few words; the same in the summary of many transactions. */
export function conservationVerdict({ conservation: { vaults, strays } }: Explanation): string {
  if (vaults.length === 0) return '';
  const off = vaults.filter((vault) => vault.remainder !== 0n && noteOf(vault) === '').length;
  if (off > 0) return `${off} of ${counted(vaults.length, 'vault')} ${off === 1 ? 'does' : 'do'} not add up`;
  return strays.length > 0 ? `${counted(strays.length, 'account')} unexplained` : 'adds up';
}

/** Names the remainder of a curve's account that the transaction opened: its rent. */
function noteOf({ isOpened, remainder }: VaultConservation): string {
  return isOpened && remainder > 0n ? 'opened here: rent' : '';
}
