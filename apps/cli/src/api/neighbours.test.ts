import type { ApiClient } from '@tickscope/command-line';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { askNeighbours, compareRows, type RowPosition, rowsOf } from './neighbours.js';

/** An API with these rows, in order, returned in pages. */
function apiWith(rows: readonly RowPosition[], original: RowPosition): { api: ApiClient; pages: number[] } {
  const pages: number[] = [];
  const call = async (_: string, { body }: { body: { page: number; limit: number } }) => {
    pages.push(body.page);
    const first = (body.page - 1) * body.limit;
    const transactions = rows.slice(first, first + body.limit);
    return {
      data: { original_transaction: original, results_by_slot: [{ transactions }] },
      pagination: {
        current_page: body.page,
        total_items: rows.length,
        has_next_page: first + body.limit < rows.length,
      },
    };
  };
  return { api: { call } as unknown as ApiClient, pages };
}

const question = { signature: 's', account: 'a', slots: 4 };

describe('the neighbours of a transaction', () => {
  it('are in one page where there is one', async () => {
    const rows = [1, 2, 3].map((index) => ({ slot: 7, block_index: index }));
    const { api, pages } = apiWith(rows, rows[1]!);
    expect((await askNeighbours(api, { ...question, near: 5 })).pages.flatMap(rowsOf)).toEqual(rows);
    expect(pages).toEqual([1]);
  });

  it('are found among pages, whether or not the transaction touches the account', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 12_500 }),
        fc.integer({ min: -1, max: 12_500 }),
        fc.boolean(),
        fc.integer({ min: 1, max: 50 }),
        async (total, at, touches, near) => {
          // Rows have even block indexes: a transaction with an odd one does not lock the account.
          const rows = Array.from({ length: total }, (_, index) => ({ slot: 7, block_index: 2 * index }));
          const original = {
            slot: 7,
            block_index: 2 * Math.min(at, total - 1) + (touches && total > 0 && at >= 0 ? 0 : 1),
          };
          const { api, pages } = apiWith(rows, original);
          const { pages: returned } = await askNeighbours(api, { ...question, near });

          const found = returned.flatMap(rowsOf);
          const before = rows.filter((row) => compareRows(row, original) < 0);
          const after = rows.filter((row) => compareRows(row, original) > 0);
          expect(found.filter((row) => compareRows(row, original) < 0).slice(-near)).toEqual(
            before.slice(-near),
          );
          expect(found.filter((row) => compareRows(row, original) > 0).slice(0, near)).toEqual(
            after.slice(0, near),
          );
          const numbers = returned.map(({ pagination }) => pagination.current_page);
          expect(numbers).toEqual(numbers.map((_, index) => numbers[0]! + index));
          // 13 pages: the first, four halvings, one on either side.
          expect(pages.length).toBeLessThanOrEqual(7);
          expect(new Set(pages).size).toBe(pages.length);
        },
      ),
      { numRuns: 60 },
    );
  });
});
