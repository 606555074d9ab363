import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Input, Schemas } from '@tickscope/sdk';
import { api } from './client.js';

/** Slots on either side of a trade in which its sandwich is looked for; the most that the fast check takes. */
export const CHECK_RANGE = 10;
const ROWS_A_PAGE = 1_000;
/** 3,000 marks are more than one can tell apart. */
const MOST_PAGES = 3;
const MOST_ROWS = MOST_PAGES * ROWS_A_PAGE;

export type Check = Schemas['SandwichCheck'];
export type Sandwich = Schemas['SandwichEvent'];
export type Row = Schemas['TransactionInSlot'];

export const checkQuery = (signature: string) =>
  queryOptions({
    queryKey: ['check', signature],
    queryFn: async ({ signal }) => {
      const answer = await api().checkSandwichFast({ signature, slot_range: CHECK_RANGE }, { signal });
      const check = answer.data.results[0]!;
      const isUndetected = check.verdict === 'unknown' && (check.coverage?.undetected_slots.length ?? 0) > 0;
      return { check, isUndetected };
    },
  });

export const transactionQuery = (signature: string) =>
  queryOptions({
    queryKey: ['transaction', signature],
    queryFn: async ({ signal }) => (await api().getTransaction({ signature }, { signal })).data,
  });

export const sandwichQuery = (id: string) =>
  queryOptions({
    queryKey: ['sandwich', id],
    queryFn: async ({ signal }) => (await api().getSandwich({ id }, { signal })).data,
  });

export interface TradeContext {
  rows: Row[];
  /** Slots on either side, which may be fewer than were asked for. */
  range: number;
  slots: { from: number; to: number };
  total: number;
  coverage: Schemas['Coverage'];
}

const rowsOf = ({ results_by_slot: slots }: Schemas['AnalyzeTradeResponse']['data']): Row[] =>
  slots.flatMap(({ transactions }) => transactions);

/** All rows of the range, page after page; of a narrower range where they would be too many. */
export const contextQuery = (signature: string, account: string, range: number) =>
  queryOptions({
    queryKey: ['context', signature, account, range],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<TradeContext> => {
      const pageOf = (slots: number, page: number) =>
        api().analyzeTrade(
          { signature, account_id: account, slot_range: slots, limit: ROWS_A_PAGE, page },
          { signal },
        );
      let slots = range;
      let answer = await pageOf(slots, 1);
      while (answer.pagination.total_items > MOST_ROWS && slots > 1) {
        const share = MOST_ROWS / answer.pagination.total_items;
        slots = Math.max(1, Math.min(slots - 1, Math.floor(slots * share)));
        answer = await pageOf(slots, 1);
      }
      const { data, pagination } = answer;
      const rows = rowsOf(data);
      for (let page = 2; answer.pagination.has_next_page && page <= MOST_PAGES; page += 1) {
        answer = await pageOf(slots, page);
        rows.push(...rowsOf(answer.data));
      }
      const { from, to } = data.slot_range;
      return {
        rows,
        range: slots,
        slots: { from, to },
        total: pagination.total_items,
        coverage: data.coverage,
      };
    },
  });

export type SandwichFilter = Omit<Input<'listSandwiches'>, 'limit' | 'cursor'>;

export const sandwichesQuery = (filter: SandwichFilter, limit = 20) =>
  queryOptions({
    queryKey: ['sandwiches', filter, limit],
    queryFn: async ({ signal }) =>
      (await api().listSandwiches({ ...filter, limit: String(limit) }, { signal })).data,
  });

export const addressQuery = (address: string) =>
  queryOptions({
    queryKey: ['address', address],
    queryFn: async ({ signal }) => {
      const { data } = await api().enhanceMetadata({ addresses: [address] }, { signal });
      return data.results[0] as Schemas['AddressMetadata'];
    },
  });

export type LockRange = NonNullable<Input<'getAccountWriteLocks'>['time_range']>;

export const writeLocksQuery = (account: string, range: LockRange) =>
  queryOptions({
    queryKey: ['write-locks', account, range],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await api().getAccountWriteLocks({ account, time_range: range }, { signal })).data,
  });

export const hotAccountsQuery = () =>
  queryOptions({
    queryKey: ['hot-accounts'],
    queryFn: async ({ signal }) =>
      (await api().findHotAccounts({ time_range: '1h', limit: 100 }, { signal })).data,
  });

export const subscriptionQuery = () =>
  queryOptions({
    queryKey: ['subscription'],
    queryFn: async ({ signal }) => (await api().getSubscription({}, { signal })).data,
  });

export const keysQuery = () =>
  queryOptions({
    queryKey: ['keys'],
    queryFn: async ({ signal }) => (await api().listKeys({}, { signal })).data,
  });

export const attackerQuery = (address: string, days: number) =>
  queryOptions({
    queryKey: ['attacker', address, days],
    queryFn: async ({ signal }) =>
      (await api().getAttacker({ address, time_range_days: String(days) }, { signal })).data,
  });

export const statusQuery = () =>
  queryOptions({
    queryKey: ['status'],
    staleTime: 5_000,
    queryFn: async ({ signal }) => (await api().getStatus({}, { signal })).data,
  });

/** What transactions paid, at most 100 of them. */
export const paidQuery = (signatures: readonly string[]) =>
  queryOptions({
    queryKey: ['paid', signatures],
    enabled: signatures.length > 0,
    queryFn: async ({ signal }) => {
      const { data } = await api().enhanceMetadata({ signatures: [...signatures] }, { signal });
      return data.results as Schemas['TransactionMetadata'][];
    },
  });
