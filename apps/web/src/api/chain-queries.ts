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
const SLOTS_AN_HOUR = 9_000;
const SECONDS_AN_HOUR = 3_600;

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
  sandwiches: Schemas['StoredSandwich'][];
  /** There are more in the hour than these. */
  isTruncated: boolean;
  coverage: Schemas['RangeCoverage'] | null;
}

/** The sandwiches of the hour before the newest stored block. */
export const lastHourQuery = (filter: SandwichFilter = {}) =>
  queryOptions({
    queryKey: ['last-hour', filter],
    refetchInterval: every(HOUR_EVERY_MS),
    queryFn: async ({ signal }): Promise<LastHour> => {
      const strip = await api().listSlots({ limit: '1' }, { signal });
      const head = strip.data.head_slot;
      if (head === null) return { sandwiches: [], isTruncated: false, coverage: null };
      const since = (strip.data.slots[0]?.block_time ?? 0) - SECONDS_AN_HOUR;
      const input = {
        ...filter,
        from: String(Math.max(0, head - SLOTS_AN_HOUR)),
        limit: String(ROWS_A_PAGE),
      };
      const sandwiches: Schemas['StoredSandwich'][] = [];
      let cursor: string | null = null;
      let coverage: LastHour['coverage'] = null;
      for (let page = 0; page < MOST_LOSS_PAGES; page += 1) {
        const { data } = await api().listSandwiches(cursor === null ? input : { ...input, cursor }, {
          signal,
        });
        sandwiches.push(...data.sandwiches.filter(({ block_time: at }) => at === null || at >= since));
        coverage ??= data.coverage;
        cursor = data.next_cursor;
        if (cursor === null) break;
      }
      return { sandwiches, isTruncated: cursor !== null, coverage };
    },
  });
