import { PLAIN } from '@tickscope/command-line';
import {
  incidentOf,
  OTHER_POOL,
  POOL,
  pageOf,
  type Row,
  signatureOf,
} from '@tickscope/command-line/testing/answers';
import { describe, expect, it } from 'vitest';
import { neighbourRows } from './neighbour-rows.js';
import { describeRoles } from './roles.js';

/** Ten transactions in one slot, a tick apart; the sixth is the trade. */
const rows: Row[] = 'ABCDETFGHI'.split('').map((name, index) => ({
  slot: 7,
  index,
  tick: index - 5,
  name,
  isOriginal: name === 'T',
}));

const summaryOf = (given: ReturnType<typeof neighbourRows>): string =>
  given
    .map(({ hiddenBefore, signature, isOriginal, roles }) => {
      const hidden = hiddenBefore === 0 ? '' : `(${hiddenBefore ?? '?'}) `;
      const role = roles.length === 0 ? '' : `[${describeRoles(roles, PLAIN)}]`;
      return `${hidden}${signature[0]}${isOriginal ? '!' : ''}${role}`;
    })
    .join(' ');

describe('the rows of the table of neighbours', () => {
  it('are the nearest either side, in the order of the chain', () => {
    expect(summaryOf(neighbourRows([pageOf(rows)], POOL, 2, []))).toBe('D E T! F G');
    expect(summaryOf(neighbourRows([pageOf(rows)], POOL, 50, []))).toBe('A B C D E T! F G H I');
  });

  it("are the attackers' too, however far, with the number of those between", () => {
    const incidents = [
      incidentOf('A', 'front', { slot: 7, index: 0, tick: -5 }),
      incidentOf('H', 'back', { slot: 7, index: 8, tick: 3 }),
    ];
    expect(summaryOf(neighbourRows([pageOf(rows)], POOL, 1, incidents))).toBe(
      'A[frontrun] (3) E T! F (1) H[backrun]',
    );
  });

  it('one transaction may be a leg of two sandwiches, and a failed attempt is marked as one', () => {
    const incidents = [
      incidentOf('E', 'front', { slot: 7, index: 4, tick: -1 }),
      incidentOf('E', 'front', { slot: 7, index: 4, tick: -1 }, { sandwich: { id: 'other' } }),
      incidentOf('F', 'back', { slot: 7, index: 6, tick: 1 }, { success: false }),
      incidentOf('F', 'front', { slot: 7, index: 6, tick: 1 }, { sandwich: { id: 'other' } }),
    ];
    expect(summaryOf(neighbourRows([pageOf(rows)], POOL, 1, incidents))).toBe(
      'E[frontrun] T! F[failed backrun, frontrun]',
    );
  });

  it('an attacker beyond the slots or pages that were asked for is listed with an unknown number between', () => {
    const incidents = [
      incidentOf('X', 'front', { slot: 2, index: 1, tick: -320 }),
      incidentOf('Y', 'back', { slot: 7, index: 40, tick: 35 }),
      incidentOf('Z', 'back', { slot: 7, index: 41, tick: 36 }, { pool_address: OTHER_POOL }),
    ];
    const [row, ...rest] = neighbourRows(
      [pageOf(rows, { from: 3, to: 11, hasNext: true })],
      POOL,
      1,
      incidents,
    );
    expect(summaryOf([row!, ...rest])).toBe('X[frontrun] (?) E T! F (?) Y[backrun]');
    expect(row).toMatchObject({
      tickOffset: -320,
      slot: 2,
      block_index: 1,
      lock: null,
      signature: signatureOf('X'),
    });
  });

  it('several pages are one list', () => {
    const original = rows[5]!;
    const pages = [
      pageOf(rows.slice(0, 5), { original, number: 3, hasNext: true }),
      pageOf(rows.slice(5), { original, number: 4 }),
    ];
    const incidents = [
      incidentOf('A', 'front', { slot: 7, index: 0, tick: -5 }),
      // Between the previous pages and these: not requested.
      incidentOf('X', 'front', { slot: 6, index: 0, tick: -64 }),
      incidentOf('Y', 'back', { slot: 8, index: 0, tick: 60 }),
    ];
    expect(summaryOf(neighbourRows(pages, POOL, 1, incidents))).toBe(
      'X[frontrun] (?) A[frontrun] (3) E T! F (3) Y[backrun]',
    );
  });

  it('a transaction that does not touch the account stands where it would', () => {
    const others = rows.filter(({ isOriginal }) => isOriginal !== true);
    const rows7 = neighbourRows([pageOf(others, { original: rows[5]! })], POOL, 1, []);
    expect(summaryOf(rows7)).toBe('E T! F');
    expect(rows7[1]!.lock).toBeNull();
  });

  it('ticks are exact where both ends are', () => {
    const some = rows.map((row) => ({ ...row, isExact: row.name !== 'F' }));
    const exact = neighbourRows([pageOf(some)], POOL, 1, []).map(({ isTickExact }) => isTickExact);
    expect(exact).toEqual([true, true, false]);
    const none = rows.map((row) => ({ ...row, isExact: !row.isOriginal }));
    const inexact = neighbourRows([pageOf(none)], POOL, 1, []).map(({ isTickExact }) => isTickExact);
    expect(inexact).toEqual([false, true, false]);
  });
});
