import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '@tickscope/sdk';
import { api, retryAfterMs } from './client.js';
import type { SandwichFilter } from './queries.js';

export type SlotSummary = Schemas['SlotSummary'];
export type SlotRecord = Schemas['SlotRecord'];
export type BlockTransaction = Schemas['BlockTransaction'];
export type BlockEntry = Schemas['BlockEntry'];
export type Shares = Schemas['ValidatorShares'];
export type Period = Shares['period'];

const STRIP_EVERY_MS = 10_000;
const HOUR_EVERY_MS = 60_000;
const ROWS_A_PAGE = 100;
/** 1,000 leaders are more than vote on the chain in a day. */
const MOST_LEADER_PAGES = 10;
const TRANSACTIONS_A_PAGE = 5_000;
const MOST_BLOCK_PAGES = 4;
const MOST_LOSS_PAGES = 5;
/** More than an hour has, also of 300 ms each; block times say which of them belong to it. */
const SLOTS_AN_HOUR = 14_000;
const SECONDS_AN_HOUR = 3_600;
/** The API lists by the first leg, and dates by the last one. */
const LONGEST_SANDWICH_SECONDS = 120;

/** Asks again every so often; after a refusal, when it says. */
const every =
  (ms: number) =>
  ({ state: { error } }: { state: { error: unknown } }): number =>
    error === null ? ms : retryAfterMs(error) || ms;

/** The newest slots, newest first; asked again as the chain goes on. */
export const stripQuery = (count: number) =>
  queryOptions({
    queryKey: ['strip', count],
    staleTime: STRIP_EVERY_MS,
    refetchInterval: every(STRIP_EVERY_MS),
    queryFn: async ({ signal }): Promise<Schemas['SlotStrip']> =>
      (await api().listSlots({ limit: String(count) }, { signal })).data,
  });

/** A slot with all of its transactions. */
export const slotQuery = (slot: string) =>
  queryOptions({
    queryKey: ['slot', slot],
    queryFn: async ({ signal }): Promise<SlotRecord & { isUndetected: boolean }> => {
      const { data } = await api().getSlot({ slot, limit: String(TRANSACTIONS_A_PAGE) }, { signal });
      const transactions = [...data.transactions];
      let next = data.next_index;
      for (let page = 1; next !== null && page < MOST_BLOCK_PAGES; page += 1) {
        const more = await api().getSlot(
          { slot, limit: String(TRANSACTIONS_A_PAGE), from_index: String(next) },
          { signal },
        );
        transactions.push(...more.data.transactions);
        next = more.data.next_index;
      }
      return { ...data, transactions, next_index: next, isUndetected: data.is_detected === false };
    },
  });

/** Shares by leader and client, with the leaders of all pages. */
export const validatorsQuery = (period: Period) =>
  queryOptions({
    queryKey: ['validators', period],
    queryFn: async ({ signal }): Promise<Shares> => {
      const input = { period, limit: String(ROWS_A_PAGE) };
      const { data } = await api().listValidators(input, { signal });
      const leaders = [...data.leaders];
      let cursor = data.next_cursor;
      for (let page = 1; cursor !== null && page < MOST_LEADER_PAGES; page += 1) {
        const more = await api().listValidators({ ...input, cursor }, { signal });
        leaders.push(...more.data.leaders);
        cursor = more.data.next_cursor;
      }
      return { ...data, leaders, next_cursor: cursor };
    },
  });

export interface LastHour {
  /** The newest, at most 500; by their block times, where these are known. */
  sandwiches: Schemas['StoredSandwich'][];
  /** The hour may have more than these. */
  isTruncated: boolean;
  /** The first slot that was asked about; null where nothing is stored. */
  fromSlot: number | null;
  /** Counts over the slots of all pages that were read. */
  coverage: Pick<
    Schemas['RangeCoverage'],
    'to_slot' | 'missing_slot_count' | 'incomplete_slot_count' | 'undetected_slot_count' | 'undetected_ranges'
  > | null;
  /** Whether blocks are stored from the start of the hour on. */
  isStartStored: boolean;
}

const NO_HOUR: LastHour = {
  sandwiches: [],
  isTruncated: false,
  fromSlot: null,
  coverage: null,
  isStartStored: false,
};

/** The newest sandwiches of the hour before the newest stored block. */
export const lastHourQuery = (filter: SandwichFilter = {}) =>
  queryOptions({
    queryKey: ['last-hour', filter],
    refetchInterval: every(HOUR_EVERY_MS),
    queryFn: async ({ signal }): Promise<LastHour> => {
      const strip = await api().listSlots({ limit: '8' }, { signal });
      const head = strip.data.head_slot;
      const now = strip.data.slots.find(({ block_time: at }) => at !== null)?.block_time ?? null;
      if (head === null || now === null) return NO_HOUR;
      const since = now - SECONDS_AN_HOUR;
      const fromSlot = Math.max(0, head - SLOTS_AN_HOUR);
      const input = { ...filter, from: String(fromSlot), limit: String(ROWS_A_PAGE) };
      const hour: LastHour = { ...NO_HOUR, fromSlot };
      let cursor: string | null = null;
      for (let page = 0; page < MOST_LOSS_PAGES; page += 1) {
        const { data } = await api().listSandwiches(cursor === null ? input : { ...input, cursor }, {
          signal,
        });
        const found = data.sandwiches.filter(({ block_time: at }) => at === null || at >= since);
        hour.sandwiches.push(...found);
        hour.coverage = together(hour.coverage, data.coverage);
        hour.isStartStored =
          data.coverage !== null && (data.coverage.is_start_stored || data.coverage.from_time <= since);
        cursor = data.next_cursor;
        const oldest = data.sandwiches.at(-1)?.block_time ?? since;
        // Those that follow began earlier still.
        if (cursor === null || oldest < since - LONGEST_SANDWICH_SECONDS) return hour;
      }
      return { ...hour, isTruncated: true };
    },
  });

/** Counts of the pages of one answer, the newest first. They have the slot at which a page ends in common, and no more. */
function together(left: LastHour['coverage'], right: Schemas['RangeCoverage'] | null): LastHour['coverage'] {
  if (left === null || right === null) return left ?? right;
  return {
    missing_slot_count: left.missing_slot_count + right.missing_slot_count,
    incomplete_slot_count: left.incomplete_slot_count + right.incomplete_slot_count,
    undetected_slot_count: left.undetected_slot_count + right.undetected_slot_count,
    undetected_ranges: [...right.undetected_ranges, ...left.undetected_ranges],
    to_slot: left.to_slot,
  };
}
