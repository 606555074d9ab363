import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Input, Schemas } from '@tickscope/sdk';
import { type Progress, unknownOf } from '../sentences/unknown.js';
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

/** A question that one request answers. */
const oneRequest = <Data>(
  queryKey: readonly unknown[],
  ask: (options: { signal: AbortSignal }) => Promise<{ data: Data }>,
) => queryOptions({ queryKey, queryFn: async ({ signal }) => (await ask({ signal })).data });

/** The verdict on a transaction, and what was stored just before: what the check found missing may not have been there yet. */
export const checkQuery = (signature: string) =>
  queryOptions({
    queryKey: ['check', signature],
    queryFn: async ({ signal }) => {
      const progress = await progressNow(signal);
      const answer = await api().checkSandwichFast({ signature, slot_range: CHECK_RANGE }, { signal });
      const check = answer.data.results[0]!;
      const isUndetected = check.verdict === 'unknown' && unknownOf(check.coverage, progress).isPending;
      return { check, progress, isUndetected };
    },
  });

/** Null where that is refused: the check is the answer that counts. */
async function progressNow(signal: AbortSignal): Promise<Progress | null> {
  return api()
    .getStatus({}, { signal })
    .then(
      ({ data }) => data,
      () => null,
    );
}

export const transactionQuery = (signature: string) =>
  oneRequest(['transaction', signature], (options) => api().getTransaction({ signature }, options));

export const explanationQuery = (signature: string) =>
  oneRequest(['explanation', signature], (options) => api().getExplanation({ signature }, options));

export const sandwichQuery = (id: string) =>
  oneRequest(['sandwich', id], (options) => api().getSandwich({ id }, options));

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

/** Sandwiches of an attacker that are read, the newest. */
export const ATTACKER_LISTED = 100;
/** Sandwiches of a list. */
export const LISTED = 20;

export type SandwichFilter = Omit<Input<'listSandwiches'>, 'limit' | 'cursor'>;

export const sandwichesQuery = (filter: SandwichFilter, limit = LISTED) =>
  oneRequest(['sandwiches', filter, limit], (options) =>
    api().listSandwiches({ ...filter, limit: String(limit) }, options),
  );

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
  oneRequest(['hot-accounts'], (options) => api().findHotAccounts({ time_range: '1h', limit: 100 }, options));

/** The prices that got in where an account was written, in the newest slots. */
export const feesQuery = (account: string) =>
  oneRequest(['fees', account], (options) =>
    api().estimateFees({ accounts: [account], slots: 300 }, options),
  );

export const subscriptionQuery = () =>
  oneRequest(['subscription'], (options) => api().getSubscription({}, options));

export const keysQuery = () => oneRequest(['keys'], (options) => api().listKeys({}, options));

export const attackerQuery = (address: string, days: number) =>
  oneRequest(['attacker', address, days], (options) =>
    api().getAttacker({ address, time_range_days: String(days) }, options),
  );

export const statusQuery = () => ({
  ...oneRequest(['status'], (options) => api().getStatus({}, options)),
  staleTime: 5_000,
});

/** Asks for the fees of transactions, at most 100 of them. */
export const paidQuery = (signatures: readonly string[]) =>
  queryOptions({
    queryKey: ['paid', signatures],
    enabled: signatures.length > 0,
    queryFn: async ({ signal }) => {
      const { data } = await api().enhanceMetadata({ signatures: [...signatures] }, { signal });
      return data.results as Schemas['TransactionMetadata'][];
    },
  });
