import type { ApiClient } from '@tickscope/command-line';
import type { components } from '@tickscope/schemas';

export type AnalyzeTradeResponse = components['schemas']['AnalyzeTradeResponse'];
type TransactionInSlot = components['schemas']['TransactionInSlot'];

/** The most rows of a page. */
const PAGE = 1_000;

export interface NeighbourQuestion {
  signature: string;
  account: string;
  slots: number;
  /** How many transactions on either side are wanted. */
  near: number;
}

/** The transactions that locked an account around a transaction. */
export interface Neighbours {
  account: string;
  /** The answers, in page order: those with the transaction and its neighbours. */
  pages: AnalyzeTradeResponse[];
}

/** Requests the pages around the transaction: for a busy account these are few of many. */
export async function askNeighbours(api: ApiClient, question: NeighbourQuestion): Promise<Neighbours> {
  const { account, signature, slots, near } = question;
  const pages = new Map<number, AnalyzeTradeResponse>();
  const page = async (number: number): Promise<AnalyzeTradeResponse> => {
    const known = pages.get(number);
    if (known !== undefined) return known;
    const body = { signature, account_id: account, slot_range: slots, limit: PAGE, page: number };
    const answer = await api.call('analyzeTrade', { body });
    pages.set(number, answer);
    return answer;
  };

  // Binary search for the last page that does not begin after the transaction.
  let at = 1;
  const last = Math.max(1, Math.ceil((await page(1)).pagination.total_items / PAGE));
  for (let high = last; at < high; ) {
    const middle = Math.ceil((at + high) / 2);
    if (beginsAfter(await page(middle))) high = middle - 1;
    else at = middle;
  }
  const { before, after } = countAround(await page(at));
  if (before < near && at > 1) await page(at - 1);
  if (after < near && at < last) await page(at + 1);
  const around = [at - 1, at, at + 1].flatMap((number) => pages.get(number) ?? []);
  return { account, pages: around };
}

/** The rows of a page, in the chain's order. */
export function rowsOf({ data }: AnalyzeTradeResponse): TransactionInSlot[] {
  return data.results_by_slot.flatMap(({ transactions }) => transactions);
}

function beginsAfter(answer: AnalyzeTradeResponse): boolean {
  const [first] = rowsOf(answer);
  return first === undefined || compareRows(first, answer.data.original_transaction) > 0;
}

function countAround(answer: AnalyzeTradeResponse): { before: number; after: number } {
  const sides = rowsOf(answer).map((row) => compareRows(row, answer.data.original_transaction));
  return {
    before: sides.filter((side) => side < 0).length,
    after: sides.filter((side) => side > 0).length,
  };
}

/** A transaction's position, as the API returns it. */
export interface RowPosition {
  slot: number;
  block_index: number;
}

/** The chain's order. */
export function compareRows(left: RowPosition, right: RowPosition): number {
  return left.slot - right.slot || left.block_index - right.block_index;
}
