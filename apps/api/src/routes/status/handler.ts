import { readDataStatus } from '@tickscope/queries/blocks';
import { type AnswerOf, defineOperation } from '../../define-operation.js';

type DataStatus = Awaited<ReturnType<typeof readDataStatus>>;

/** A page that shows the state asks every few seconds, and there may be many pages. */
const KEPT_MS = 1_000;

/** `GET /status`: how current and how complete the stored data is. */
export const getStatus = defineOperation('getStatus', {
  isOurs: true,
  caching: { most: 1, keyOf: () => '', keptMs: () => KEPT_MS },
  async answer({ database, context }): Promise<AnswerOf<'getStatus'>> {
    return { success: true, data: present(await readDataStatus(database, context)) };
  },
});

function present(found: DataStatus): AnswerOf<'getStatus'>['data'] {
  const { ends, gaps, detectedTo, recent } = found;
  const head = ends?.head ?? null;
  return {
    head: head && headOf(head),
    stored: ends && {
      ...{ from_slot: ends.oldest.slot, to_slot: ends.newest.slot },
      ...{ from_time: ends.oldest.blockTime, to_time: ends.newest.blockTime },
    },
    gaps: {
      ...{ open: gaps.open, repairing: gaps.repairing, given_up: gaps.givenUp, slot_count: gaps.slots },
      newest: gaps.newest.map(({ fromSlot: from_slot, toSlot: to_slot, cause, state, tries }) => {
        return { from_slot, to_slot, cause, state, tries };
      }),
    },
    detection: {
      to_slot: detectedTo,
      lag_slots: head === null || detectedTo === null ? null : Math.max(0, head.slot - detectedTo),
    },
    recent: recent && {
      ...{ from_slot: recent.fromSlot, to_slot: recent.toSlot },
      stored_count: recent.stored,
      skipped_count: recent.skipped,
      incomplete_count: recent.incomplete,
      missing_count: recent.missing,
      undetected_count: recent.undetected,
    },
  };
}

function headOf({ slot, blockTime, storedAt, now }: NonNullable<NonNullable<DataStatus['ends']>['head']>) {
  return {
    slot,
    block_time: blockTime,
    age_seconds: blockTime === null ? null : Math.max(0, now - blockTime),
    stored_at: new Date(storedAt * 1_000).toISOString(),
    lag_seconds: blockTime === null ? null : Math.max(0, storedAt - blockTime),
  };
}
