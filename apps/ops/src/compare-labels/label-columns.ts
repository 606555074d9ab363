import { type Address, isAddress, isSignature, recognize, type Signature } from '@tickscope/chain';
import { type Label, LEG_ROLES, type LegRole, MOST_SIGNATURES } from './label.js';
import { LineError, quoted } from './label-error.js';

/** Meaning of a column (or a field) of a list. */
export type Field = LegRole | 'attackers' | 'slot' | 'name' | 'role' | 'signature';

const LEG_NAME =
  /^(front|frontrun|victim|back|backrun)(run|s|leg|legs)?(tx|txs|txid|txids|txhash|txhashes|txsignature|sig|sigs|signature|signatures|transaction|transactions)?$/;
const OTHER_NAMES: [Field, RegExp][] = [
  ['attackers', /^(attackers?|bots?|attackerwallets?|attackeraddress|signer)$/],
  ['slot', /^(slot|firstslot|lastslot|frontslot|backslot|frontrunslot|backrunslot|victimslot)$/],
  ['name', /^(id|sandwichid|label|name)$/],
  ['role', /^(role|type|kind|txtype)$/],
  ['signature', /^(signature|sig|tx|txid|txhash|txsignature|transaction)$/],
];

/** By its name in any case and with any separators; null: a column that is not used. */
export function fieldOf(name: string): Field | null {
  const plain = name.toLowerCase().replace(/[^a-z]/g, '');
  const leg = LEG_NAME.exec(plain);
  if (leg !== null) return roleOf(leg[1]!);
  return OTHER_NAMES.find(([, pattern]) => pattern.test(plain))?.[0] ?? null;
}

/** The side that a text names, such as `frontRun`; null: none. */
export function roleOf(text: string): LegRole | null {
  const plain = text.toLowerCase().replace(/[^a-z]/g, '');
  if (/^front(run|s)?$/.test(plain)) return 'fronts';
  if (/^back(run|s)?$/.test(plain)) return 'backs';
  return /^victims?$/.test(plain) ? 'victims' : null;
}

/** The signature of a text: base58, or an explorer's URL. */
export function parseSignature(text: string): Signature {
  if (isSignature(text)) return text;
  const found = recognize(text);
  if (found.kind === 'signature') return found.value;
  throw new LineError(`${quoted(text)} is no signature`);
}

export function parseAttacker(text: string): Address {
  if (isAddress(text)) return text;
  throw new LineError(`${quoted(text)} is no address`);
}

export function parseSlot(value: unknown): number {
  const slot = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  if (typeof slot === 'number' && Number.isSafeInteger(slot) && slot >= 0) return slot;
  throw new LineError(`${quoted(String(value))} is no slot`);
}

/** Several values of one cell: blanks, commas, semicolons and bars separate them, as do the brackets of a list. */
export function valuesOf(cell: string): string[] {
  return cell.split(/[\s,;|[\]'"]+/).filter((part) => part !== '');
}

export function emptyLabel(line: number): Label {
  return { line, name: null, fronts: [], victims: [], backs: [], attackers: [], slots: null };
}

export function addSlot(label: Label, slot: number): void {
  const { fromSlot, toSlot } = label.slots ?? { fromSlot: slot, toSlot: slot };
  label.slots = { fromSlot: Math.min(fromSlot, slot), toSlot: Math.max(toSlot, slot) };
}

/** A label with each signature once. @throws LineError without legs, or with too many */
export function checkedLabel(label: Label): Label {
  for (const role of LEG_ROLES) label[role] = [...new Set(label[role])];
  const count = LEG_ROLES.reduce((sum, role) => sum + label[role].length, 0);
  if (count === 0) throw new LineError('no signature of a front, a victim or a back');
  if (count > MOST_SIGNATURES)
    throw new LineError(`${count} signatures; at most ${MOST_SIGNATURES} are read`);
  return label;
}
