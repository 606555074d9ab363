import type { Schemas } from '@tickscope/sdk';
import { compactAmount, nameText, percent, plural } from './format/text.js';

type Check = Schemas['SandwichCheck'];
type Evidence = Schemas['SandwichEvidence'];

export interface Verdict {
  tone: 'attack' | 'clean' | 'unknown' | 'plain';
  /** The answer in one sentence. */
  sentence: string;
  /** What stands behind it. */
  detail: string;
}

/** The sandwiches around this trade, each once, the largest loss first. */
export function sandwichesOf({ incidents }: Pick<Check, 'incidents'>): Evidence[] {
  const byId = new Map(incidents.map(({ sandwich }) => [sandwich.id, sandwich]));
  return [...byId.values()].sort((left, right) => (right.loss?.bps ?? -1) - (left.loss?.bps ?? -1));
}

/** What the check found, in words. `range`: the slots on either side that it looked at. */
export function verdictOf(check: Check, range: number): Verdict {
  if (!check.found)
    return {
      tone: 'unknown',
      sentence: 'This transaction is not stored.',
      detail: 'It may be older than what is stored, or its slot may not have been received.',
    };
  if (check.verdict === 'sandwiched') return sandwiched(check);
  const own = check.roles.find(({ role }) => role !== 'victim');
  if (own !== undefined) return attacker(own.role);
  if (check.verdict === 'unknown')
    return {
      tone: 'unknown',
      sentence: 'Not known yet.',
      detail: reasonOfUnknown(check),
    };
  if (check.pools.length === 0)
    return {
      tone: 'plain',
      sentence: 'Not a trade.',
      detail: 'The transaction swaps in no pool that is known here, so there is nothing to sandwich.',
    };
  const failed = check.success === false ? 'The trade failed and paid only its fee. ' : '';
  const wider =
    check.wider_match === null
      ? ''
      : ` One lies further out, within ±${plural(check.wider_match.slot_range, 'slot')}.`;
  return {
    tone: 'clean',
    sentence: 'Not sandwiched.',
    detail: `${failed}No sandwich was found around it within ±${plural(range, 'slot')}, all of them seen and analysed.${wider}`,
  };
}

function sandwiched(check: Check): Verdict {
  const sandwiches = sandwichesOf(check);
  const loss = sandwiches[0]?.loss ?? null;
  const more =
    sandwiches.length > 1
      ? ` It is a victim of ${sandwiches.length} sandwiches; the largest counts here.`
      : '';
  return { tone: 'attack', sentence: `Sandwiched. ${lossText(loss)}`, detail: more.trim() };
}

function lossText(loss: Schemas['Loss'] | null): string {
  if (loss === null) return 'What it cost cannot be computed for this pool.';
  const share = loss.bps === null ? 'less' : `${percent(loss.bps)} less`;
  const inSol = loss.sol === null ? null : `${compactAmount(loss.sol)} SOL`;
  const inToken = `${compactAmount(loss.ui_amount ?? loss.amount)} ${nameText(loss.symbol)}`;
  return `This trade got ${share}: ${inSol ?? inToken}.`;
}

const ATTACKER_SENTENCES = {
  frontrun: 'This is the frontrun of a sandwich.',
  backrun: 'This is the backrun of a sandwich.',
  frontrun_attempt: 'This is a frontrun that failed.',
  backrun_attempt: 'This is a backrun that failed.',
} as const;

function attacker(role: Schemas['SandwichRole']['role']): Verdict {
  const sentence = role === 'victim' ? 'Sandwiched.' : ATTACKER_SENTENCES[role];
  return { tone: 'attack', sentence, detail: 'Its signer attacked other trades; the sandwich is below.' };
}

function reasonOfUnknown({ coverage }: Check): string {
  const undetected = coverage?.undetected_slots.length ?? 0;
  const missing = (coverage?.missing_slots.length ?? 0) + (coverage?.incomplete_slots.length ?? 0);
  const parts = [
    ...(undetected === 0
      ? []
      : [`${plural(undetected, 'slot')} around it ${undetected === 1 ? 'is' : 'are'} still being analysed`]),
    ...(missing === 0
      ? []
      : [`${plural(missing, 'slot')} around it ${missing === 1 ? 'is' : 'are'} missing or incomplete`]),
  ];
  if (parts.length === 0) return 'Not everything around it could be seen.';
  return `Nothing was found so far, but ${parts.join(', and ')}.`;
}

/** `24 ticks before`, `in the same tick`. */
export function offsetText(offset: number): string {
  if (offset === 0) return 'in the same tick';
  return `${plural(Math.abs(offset), 'tick')} ${offset < 0 ? 'before' : 'after'}`;
}
