import { rangeContents, type StoredBlock } from '../coverage/coverage.js';
import type { UnrepairedGap } from './gaps-of-range.js';

/** `not_stored`: outside of what is stored at all. */
export type SlotStateName = 'stored' | 'incomplete' | 'skipped' | 'missing' | 'not_stored';

export interface SlotState {
  slot: number;
  state: SlotStateName;
  /** Why it is not stored whole; null where it is. */
  reason: string | null;
  /** Detection has run over it; null where there is nothing to run over. */
  isDetected: boolean | null;
}

const CAUSES: Readonly<Record<string, string>> = {
  incomplete: 'The source delivered its block only in part.',
  missing: 'No source delivered its block.',
  replaced: 'Its block was replaced by another one, which is not stored yet.',
};

const REPAIRS = {
  open: 'Its repair waits.',
  repairing: 'It is being repaired.',
  given_up: 'Its repair was given up.',
} as const;

/**
 * Says of each slot of a range whether it is stored, and if not, why.
 *
 * @param blocks those of the range and of some slots beyond it
 * @param gaps unrepaired ones that overlap the range
 * @param ends the oldest and the newest stored slot; null: nothing is stored
 */
export function slotStates(
  { from, to }: { from: number; to: number },
  blocks: readonly StoredBlock[],
  gaps: readonly UnrepairedGap[],
  ends: { oldest: number; newest: number } | null,
): SlotState[] {
  const contents = rangeContents(from, to, blocks);
  const expired = new Set(contents.expired);
  const undetected = new Set(contents.undetected);
  const notStored = new Set(contents.notStored);
  const states: SlotState[] = [];
  for (let slot = from; slot <= to; slot += 1) {
    if (contents.readable.has(slot)) {
      const isDetected = !undetected.has(slot);
      const reason = 'It is older than the retention: some of its rows may be deleted.';
      states.push(
        expired.has(slot)
          ? { slot, state: 'incomplete', reason, isDetected }
          : { slot, state: 'stored', reason: null, isDetected },
      );
    } else states.push({ slot, ...absentState(slot), isDetected: null });
  }
  return states;

  function absentState(slot: number): Pick<SlotState, 'state' | 'reason'> {
    if (!notStored.has(slot)) return { state: 'skipped', reason: skippedReason(slot, blocks) };
    const gap = gaps.find(({ fromSlot, toSlot }) => fromSlot <= slot && slot <= toSlot);
    if (contents.partial.has(slot)) return { state: 'incomplete', reason: partialReason(slot, blocks, gap) };
    if (gap !== undefined)
      return { state: gap.cause === 'missing' ? 'missing' : 'incomplete', reason: gapReason(gap) };
    if (ends === null) return { state: 'not_stored', reason: 'Nothing is stored yet.' };
    if (slot > ends.newest)
      return { state: 'not_stored', reason: `It is newer than the newest stored slot, ${ends.newest}.` };
    if (slot < ends.oldest)
      return { state: 'not_stored', reason: `It is older than the oldest stored slot, ${ends.oldest}.` };
    return {
      state: 'missing',
      reason: 'Its block is not stored, and no stored block shows that it was skipped.',
    };
  }
}

function skippedReason(slot: number, blocks: readonly StoredBlock[]): string {
  const next = blocks.find(
    (block) => block.slot > slot && block.parentSlot !== null && block.parentSlot < slot,
  );
  const shown =
    next === undefined ? '' : `: the block of slot ${next.slot} follows that of ${next.parentSlot}`;
  return `The chain has no block in it${shown}.`;
}

function partialReason(slot: number, blocks: readonly StoredBlock[], gap: UnrepairedGap | undefined): string {
  const isConflict = blocks.filter((block) => block.slot === slot).length > 1;
  const what = isConflict
    ? 'Two blocks are stored for it; the chain of parents decides which one stays.'
    : 'Of its block only the entries are stored, not the transactions.';
  return gap === undefined ? what : `${what} ${REPAIRS[gap.state]}`;
}

function gapReason({ cause, state, tries }: UnrepairedGap): string {
  const tried = tries === 0 ? '' : ` Tries so far: ${tries}.`;
  return `${CAUSES[cause] ?? 'Its block is not stored whole.'} ${REPAIRS[state]}${tried}`;
}
