import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Input, Schemas } from '@tickscope/sdk';
import { api } from './client.js';

/** Slots on either side of a trade in which its sandwich is looked for; the most that the fast check takes. */
export const CHECK_RANGE = 10;
const ROWS_A_PAGE = 1_000;
/** 3,000 marks are more than one can tell apart. */
const MOST_PAGES = 3;

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
  slots: { from: number; to: number };
  total: number;
  coverage: Schemas['Coverage'];
}

/** All rows of the range, page after page. */
export const contextQuery = (signature: string, account: string, range: number) =>
  queryOptions({
    queryKey: ['context', signature, account, range],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<TradeContext> => {
      const question = { signature, account_id: account, slot_range: range, limit: ROWS_A_PAGE };
      const rows: Row[] = [];
      for (let page = 1; ; page += 1) {
        const { data, pagination } = await api().analyzeTrade({ ...question, page }, { signal });
        rows.push(...data.results_by_slot.flatMap(({ transactions }) => transactions));
        if (!pagination.has_next_page || page === MOST_PAGES)
          return {
            rows,
            slots: { from: data.slot_range.from, to: data.slot_range.to },
            total: pagination.total_items,
            coverage: data.coverage,
          };
      }
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
