import { pubkeyFromBase58, toBase58 } from '@tickscope/chain';
import { sqlFile } from '@tickscope/store';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { type Work, workOf } from '../support/measure.js';
import { count } from '../support/report.js';
import { rowsOf } from '../support/rows.js';

const PLAIN_RANKING = sqlFile(import.meta.url, './plain-ranking.sql');
const PLAIN_ACCOUNTS = sqlFile(import.meta.url, './plain-accounts.sql');
/** Beyond it the plain ranking takes minutes. */
const MOST_PLAIN_ROWS = 700_000_000;

export interface HotAnswer {
  data: {
    slot_range: { min: number; max: number };
    hot_accounts: {
      account_id: string;
      compute_units: number;
      write_count: number;
      failed_count: number;
      unique_signers: number;
      fee_percentiles: Record<'p50' | 'p75' | 'p90' | 'p95', string>;
    }[];
    is_ranking_exact: boolean;
  };
}

/** Compares an answer with the locks themselves: the values of its accounts and, up to a number of locks, their ranking. */
export async function checkAnswer(
  client: TestConnection,
  { data }: HotAnswer,
  locksPerSlot: number,
): Promise<string> {
  const range = { from: data.slot_range.min, to: data.slot_range.max };
  const locks = (range.to - range.from + 1) * locksPerSlot;
  const accounts = await timed(client, () => plainAccounts(client, data.hot_accounts, range));
  const values = `what is returned for the ${data.hot_accounts.length} accounts is ${sameText(accounts.isSame)} as a count over their locks (${costText(accounts)})`;
  const exact = `\`is_ranking_exact\` is ${data.is_ranking_exact}`;
  if (locks > MOST_PLAIN_ROWS) return `${values}; ${exact}.`;
  const ranking = await timed(client, () => plainRanking(client, data.hot_accounts, range));
  return `${values}; the 50 accounts and their order are ${sameText(ranking.isSame)} as by a count over every lock (${costText(ranking)}); ${exact}.`;
}

const sameText = (isSame: boolean): string => (isSame ? 'the same' : 'NOT the same');
const costText = ({ tookMs, work }: Timed): string =>
  `${count(tookMs)} ms, ${count(work.rows)} rows, ${count(work.bytes / 1e6)} MB read`;

interface Timed {
  isSame: boolean;
  tookMs: number;
  work: Work;
}

async function timed(client: TestConnection, run: () => Promise<boolean>): Promise<Timed> {
  let isSame = false;
  let tookMs = 0;
  const work = await workOf(client, async () => {
    const startedAt = performance.now();
    isSame = await run();
    tookMs = performance.now() - startedAt;
  });
  return { isSame, tookMs, work };
}

type Hot = HotAnswer['data']['hot_accounts'];
type Range = Readonly<Record<'from' | 'to', number>>;

async function plainAccounts(client: TestConnection, hot: Hot, range: Range): Promise<boolean> {
  const hex = (account: string): string => Buffer.from(pubkeyFromBase58(account)).toString('hex');
  const rows = await rowsOf<[string, string, string, string, string, string[]]>(client, PLAIN_ACCOUNTS, {
    ...{ ...range, accounts: hot.map(({ account_id }) => hex(account_id)) },
  });
  const plain = new Map(rows.map(([account, ...values]) => [account, values.flat().join()]));
  return hot.every((account) => {
    const { p50, p75, p90, p95 } = account.fee_percentiles;
    const returned = [
      ...[account.write_count, account.compute_units, account.failed_count, account.unique_signers],
      ...[p50, p75, p90, p95],
    ];
    return plain.get(hex(account.account_id)) === returned.join();
  });
}

async function plainRanking(client: TestConnection, hot: Hot, range: Range): Promise<boolean> {
  const plain = await rowsOf<[string, string, string]>(client, PLAIN_RANKING, { ...range });
  return plain.every(([hex, units, writes], at) => {
    const account = hot[at];
    return (
      account?.account_id === toBase58(Buffer.from(hex, 'hex')) &&
      account.compute_units === Number(units) &&
      account.write_count === Number(writes)
    );
  });
}
