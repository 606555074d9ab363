import { type Address, address, signature } from '@tickscope/chain';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { column, defineFileQuery, defineQuery, param, sqlFile } from './index.js';

const SYSTEM_PROGRAM = address('1'.repeat(32));
const SIGNATURE = signature('1'.repeat(64));

const SLOTS = {
  name: 'slots',
  sql: "-- {not:UInt64} in a comment\nSELECT slot, parent FROM slots WHERE slot BETWEEN {from:UInt64} AND {to : UInt64} AND {from:UInt64} > 0 AND note != '}{'",
  params: { from: param.integer, to: param.integer },
  row: { slot: column.integer, parent: column.nullable(column.integer) },
};

describe('parameters', () => {
  test('are converted by name', () => {
    const query = defineQuery({
      ...SLOTS,
      sql: 'SELECT {at:Array(Tuple(UInt64, UInt32))}, {amount:UInt64}',
      params: { at: param.positions, amount: param.exact },
    });
    expect(query.encode({ at: [{ slot: 7, blockIndex: 1 }], amount: 2n ** 63n })).toEqual({
      at: '[(7,1)]',
      amount: '9223372036854775808',
    });
  });

  test('of the SQL without a converter, and converters without a placeholder, are refused at once', () => {
    expect(() => defineQuery({ ...SLOTS, params: { from: param.integer } })).toThrow(
      'query slots: no parameter for {to}',
    );
    expect(() => defineQuery({ ...SLOTS, params: { ...SLOTS.params, not: param.integer } })).toThrow(
      'query slots: the SQL has no {not}',
    );
  });

  test('are sent as an address in hex', () => {
    expect(param.address(SYSTEM_PROGRAM)).toBe('00'.repeat(32));
    expect(param.addresses([SYSTEM_PROGRAM])).toEqual(['00'.repeat(32)]);
    expect(param.addressTexts([SYSTEM_PROGRAM])).toEqual([SYSTEM_PROGRAM]);
    expect(param.signature(SIGNATURE)).toBe('00'.repeat(64));
  });

  test('that are an address or a signature take nothing else', () => {
    const query = defineQuery({
      ...SLOTS,
      sql: 'SELECT {wallet:String}, {signature:String}',
      params: { wallet: param.address, signature: param.signature },
    });
    const given = { wallet: SYSTEM_PROGRAM, signature: SIGNATURE };
    expect(query.encode(given)).toEqual({ wallet: '00'.repeat(32), signature: '00'.repeat(64) });
    // @ts-expect-error a text is not a signature
    expect(() => query.encode({ ...given, signature: 'a text' })).toThrow();
    // @ts-expect-error an address is not a signature
    expect(() => query.encode({ ...given, signature: SYSTEM_PROGRAM })).toThrow();
    // @ts-expect-error a signature is not an address
    expect(() => query.encode({ ...given, wallet: SIGNATURE })).toThrow();
  });
});

test('a query of a file has its SQL, and its name unless it is given another', () => {
  const path = '../gaps/stored-links.sql';
  const definition = {
    params: { from_slot: param.integer, to_slot: param.integer, links_known: param.integer },
    row: { slot: column.integer },
  };
  const query = defineFileQuery(import.meta.url, path, definition);
  expect(query).toMatchObject({ name: 'stored-links', sql: sqlFile(import.meta.url, path) });
  expect(defineFileQuery(import.meta.url, path, { ...definition, name: 'links' }).name).toBe('links');
});

describe('rows', () => {
  test('have the names of the definition', () => {
    expect(
      defineQuery(SLOTS).decode([
        ['7', '6'],
        [8, null],
      ]),
    ).toEqual([
      { slot: 7, parent: 6 },
      { slot: 8, parent: null },
    ]);
    expect(defineQuery(SLOTS).decode([])).toEqual([]);
  });

  test('with another number of columns are refused', () => {
    expect(() => defineQuery(SLOTS).decode([['7']])).toThrow(
      'query slots: 1 columns in the answer, 2 in its definition',
    );
  });

  test('may be converted by position, all at once', () => {
    const { name, sql, params } = SLOTS;
    const query = defineQuery({
      ...{ name, sql, params },
      rows: (rows: readonly [string, string | null][]) => rows.map(([slot]) => Number(slot)),
    });
    expect(query.decode([['7', null]])).toEqual([7]);
  });
});

describe('columns', () => {
  const refused = (run: () => unknown) => expect(run).toThrow(RangeError);

  test('hold integers exactly, or refuse them', () => {
    expect(column.integer('9007199254740991')).toBe(Number.MAX_SAFE_INTEGER);
    expect(column.exact('18446744073709551615')).toBe(2n ** 64n - 1n);
    for (const value of ['9007199254740992', '', '1.5', 'x']) refused(() => column.integer(value));
    refused(() => column.integer(null as unknown as string));
    refused(() => column.exact(5 as unknown as string));
  });

  test('refuse values of another kind', () => {
    refused(() => column.text(5 as unknown as string));
    refused(() => column.flag('yes' as unknown as boolean));
    refused(() => column.oneOf('a', 'b')('c'));
    refused(() => column.list(column.text)('abc' as unknown as string[]));
    refused(() => column.tuple({ a: column.text, b: column.text })(['x']));
    refused(() => column.float('1' as unknown as number));
  });

  test('of base58 are an address, a blockhash or a signature, by the definition', () => {
    const query = defineQuery({ ...SLOTS, row: { wallet: column.address, tx: column.signature } });
    const rows = query.decode([[SYSTEM_PROGRAM, SIGNATURE]]);
    expect(rows).toEqual([{ wallet: SYSTEM_PROGRAM, tx: SIGNATURE }]);
    expectTypeOf(rows[0]!.wallet).toEqualTypeOf<Address>();
    expect(column.blockhash('5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d')).toHaveLength(44);
  });

  test('of base58 refuse text of another length', () => {
    const badValue = expect.objectContaining({ code: 'bad_value' });
    for (const text of ['', SIGNATURE, '00'.repeat(32)]) {
      expect(() => column.address(text)).toThrow(badValue);
      expect(() => column.blockhash(text)).toThrow(badValue);
    }
    for (const text of ['', SYSTEM_PROGRAM, '00'.repeat(64)])
      expect(() => column.signature(text)).toThrow(badValue);
    refused(() => column.address(null as unknown as string));
  });

  test('convert what they contain', () => {
    expect(column.flag(1)).toBe(true);
    expect(column.flag(false)).toBe(false);
    expect(column.nullable(column.exact)(null)).toBeNull();
    expect(
      column.list(column.tuple({ slot: column.integer, role: column.oneOf('front', 'back') }))([
        ['7', 'back'],
      ]),
    ).toEqual([{ slot: 7, role: 'back' }]);
  });
});
