import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '@tickscope/sdk';
import { api } from '../../api/client.js';

export type LaneFacts = Pick<
  Schemas['SlotSummary'],
  'slot' | 'state' | 'leader' | 'validator_name' | 'client' | 'client_version'
>;

const SLOTS_A_PAGE = 100;

/**
 * Asks for the leaders of a range, and which of its slots have no block. Leaves out slots that are newer than what is
 * stored.
 */
export const laneFactsQuery = ({ from, to }: { from: number; to: number }) =>
  queryOptions({
    queryKey: ['lanes', from, to],
    queryFn: async ({ signal }): Promise<ReadonlyMap<number, LaneFacts>> => {
      const facts = new Map<number, LaneFacts>();
      for (let before = to + 1; before > from; before -= SLOTS_A_PAGE) {
        const limit = String(Math.min(SLOTS_A_PAGE, before - from));
        const { data } = await api().listSlots({ before_slot: String(before), limit }, { signal });
        for (const slot of data.slots) facts.set(slot.slot, slot);
      }
      return facts;
    },
  });

/** `Helius · Frankendancer`; null where the leader is not known. */
export function leaderText({ leader, validator_name: name, client }: LaneFacts): string | null {
  if (leader === null) return null;
  return [name ?? `${leader.slice(0, 4)}…${leader.slice(-4)}`, client]
    .filter((text) => text !== null)
    .join(' · ');
}

const STATES: Record<LaneFacts['state'], string | null> = {
  stored: null,
  incomplete: 'not all of this block is stored',
  skipped: 'skipped: there is no block',
  missing: 'missing: this block is not stored',
  not_stored: 'not stored',
};

/** Why a lane may be empty; null where it holds all there is. */
export const stateText = ({ state }: LaneFacts): string | null => STATES[state];
