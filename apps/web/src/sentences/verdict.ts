import type { Schemas } from '@tickscope/sdk';
import { percent, plural } from '../format/text.js';
import { absolute } from '../format/time.js';
import { isLeast, lossText } from './loss.js';
import { distanceOf } from './ticks.js';
import { listText, type Progress, unknownOf } from './unknown.js';

type Check = Schemas['SandwichCheck'];
type Evidence = Schemas['SandwichEvidence'];

export interface Verdict {
  tone: 'attack' | 'clean' | 'unknown' | 'plain';
  /** The answer in one sentence. */
  sentence: string;
  /** The reasons for it. */
  detail: string;
  /** A node may know what is not stored here, and nothing asks it by itself. */
  isFetchable?: boolean;
}

/** The sandwiches around this trade, each once, the largest loss first. */
export function sandwichesOf({ incidents }: Pick<Check, 'incidents'>): Evidence[] {
  const byId = new Map(incidents.map(({ sandwich }) => [sandwich.id, sandwich]));
  return [...byId.values()].sort((left, right) => (right.loss?.bps ?? -1) - (left.loss?.bps ?? -1));
}

/**
 * Says in words what the check found.
 *
 * @param range the slots on either side that it looked at
 * @param progress what was stored when it was asked; null where that is not known
 */
export function verdictOf(check: Check, range: number, progress: Progress | null): Verdict {
  if (!check.found)
    return {
      tone: 'unknown',
      sentence: 'This transaction is not stored.',
      detail: storedText(progress),
      isFetchable: true,
    };
  if (check.verdict === 'sandwiched') return sandwiched(check);
  if (check.wider_match !== null)
    return {
      tone: 'attack',
      sentence: 'Sandwiched, by legs further out.',
      detail: `Not all of them are within ±${plural(range, 'slot')}; within ±${plural(check.wider_match.slot_range, 'slot')} they are.`,
    };
  const own = check.roles.find(({ role }) => role !== 'victim');
  if (own !== undefined) return attacker(own.role);
  const trade = unsandwiched(check, range, progress);
  // Why it failed is what one asks first; the page says it beside.
  if (check.success !== false) return trade;
  const known = trade.tone === 'unknown' ? 'Whether it was sandwiched is not known.' : trade.sentence;
  const detail = `It paid only its fee. ${known} ${trade.detail}`;
  return { ...trade, tone: 'plain', sentence: 'This transaction failed.', detail };
}

/** The verdict on what is in no sandwich that is known. */
function unsandwiched(check: Check, range: number, progress: Progress | null): Verdict {
  const around = `around it within ±${plural(range, 'slot')}`;
  if (check.verdict === 'unknown') {
    const { isPending, reasons } = unknownOf(check.coverage, progress);
    const because =
      reasons.length === 0 ? 'its block does not say what its transactions did' : listText(reasons);
    return {
      tone: 'unknown',
      sentence: isPending ? 'Not known yet.' : 'Not known.',
      detail: `No sandwich was found ${around}, but ${because}.`,
      isFetchable: !isPending && reasons.length > 0,
    };
  }
  if (check.pools.length === 0)
    return {
      tone: 'plain',
      sentence: 'Not a trade.',
      detail: 'The transaction swaps in no pool that is known here, so there is nothing to sandwich.',
    };
  return {
    tone: 'clean',
    sentence: 'Not sandwiched.',
    detail: `No sandwich was found ${around}, all of them seen and analysed.`,
  };
}

function sandwiched(check: Check): Verdict {
  const sandwiches = sandwichesOf(check);
  const more =
    sandwiches.length > 1
      ? ` It is a victim of ${sandwiches.length} sandwiches; the largest counts here.`
      : '';
  return { tone: 'attack', sentence: `Sandwiched. ${costText(sandwiches[0])}`, detail: more.trim() };
}

function costText(sandwich: Evidence | undefined): string {
  if (sandwich === undefined || sandwich.loss === null)
    return 'What it cost cannot be computed for this pool.';
  const { loss } = sandwich;
  if (sandwich.loss_side === 'paid') {
    const share = loss.bps === null ? '' : `, ${percent(loss.bps)} of what it paid`;
    return `This trade paid ${lossText(loss, isLeast(sandwich))} too much${share}.`;
  }
  const share = loss.bps === null ? 'less' : `${percent(loss.bps)} less`;
  return `This trade got ${share}: ${lossText(loss, isLeast(sandwich))}.`;
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

/** Which slots are stored, for a transaction that is not. */
function storedText(progress: Progress | null): string {
  const stored = progress?.stored ?? null;
  const reason = 'It may be of another time, or of a slot that was not received.';
  if (stored === null) return reason;
  const { from_slot: from, to_slot: to, from_time: since, to_time: until } = stored;
  const times =
    since === null || until === null
      ? ''
      : `, of ${absolute(new Date(since * 1_000))} to ${absolute(new Date(until * 1_000))}`;
  return `Stored are slots ${from.toLocaleString('en')} to ${to.toLocaleString('en')}${times}. ${reason}`;
}

/** Where the legs of a sandwich that succeeded are, seen from the checked trade: the next one on either side. */
export function legsAround(
  { slot, poh_tick: tick, incidents }: Check,
  sandwichId: string,
): { frontrun: string | null; backrun: string | null } {
  const legs = incidents.filter(({ success, sandwich }) => success && sandwich.id === sandwichId);
  const next = (type: (typeof legs)[number]['interaction_type'], sign: 1 | -1): string | null => {
    const distance = ({ poh_tick_offset: offset }: (typeof legs)[number]): number => sign * Number(offset);
    const [leg] = legs
      .filter(({ interaction_type: one }) => one === type)
      .sort(
        (left, right) =>
          Number(distance(left) < 0) - Number(distance(right) < 0) || distance(left) - distance(right),
      );
    if (leg === undefined || slot === null) return null;
    return distanceOf({ slot: leg.slot, tick: leg.poh_tick }, { slot, tick });
  };
  return { frontrun: next('sandwich_frontrun', -1), backrun: next('sandwich_backrun', 1) };
}
