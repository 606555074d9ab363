import fc from 'fast-check';
import { expect, test } from 'vitest';
import { loadOpenApi, operationsById } from './openapi.js';
import { compileValidators } from './validators.js';

const operations = operationsById(loadOpenApi());
const validators = compileValidators();

/** The texts that the parameters accept. A caller that writes them by hand relies on these. */
const SLOT = /^(0|[1-9]\d{0,14})$/;
const HUNDRED = /^([1-9]|[1-9]\d|100)$/;
const SOL = /^\d{1,9}(\.\d{1,9})?$/;
const BOOLEAN = /^(true|false)$/;
const WAIT = /^(1?\d|2[0-5])$/;
const ACCEPTED: [id: string, name: string, texts: RegExp][] = [
  ['getBackfillStatus', 'wait', WAIT],
  ['getJobStatus', 'wait', WAIT],
  ['streamSandwiches', 'min_loss_sol', SOL],
  ['streamSandwiches', 'final_only', BOOLEAN],
  ['listSandwiches', 'min_loss_sol', SOL],
  ['listSandwiches', 'from', SLOT],
  ['listSandwiches', 'to', SLOT],
  ['listSandwiches', 'limit', HUNDRED],
  ['listAttackers', 'limit', HUNDRED],
  ['getAttacker', 'time_range_days', /^[1-4]$/],
  ['listValidators', 'limit', HUNDRED],
  ['listSlots', 'limit', HUNDRED],
  ['listSlots', 'before_slot', SLOT],
  ['getSlot', 'limit', /^([1-9]\d{0,2}|[1-4]\d{3}|5000)$/],
  ['getSlot', 'from_index', /^(0|[1-9]\d{0,8})$/],
  ['getSlot', 'votes', BOOLEAN],
];
const EDGES = [
  ...['', ' ', '0', '00', '01', '1', '4', '5', '9', '10', '19', '20', '25', '26', '99', '100', '101', '5000'],
  ...['5001', '999999999', '1000000000', '999999999999999', '1000000000000000', '-1', '+1', '1.0', '1.5'],
  ...['0.000000001', '0.0000000001', '000000001.5', '0000000001.5', '999999999.999999999', '.5', '1.', '1e2'],
  ...['1e-7', '0x10', 'NaN', 'Infinity', 'true', 'false', 'TRUE', '1\n', '１', 'null'],
];

test.each(ACCEPTED)(
  '%s takes and refuses the same texts for %s as before it had a type',
  (id, name, texts) => {
    const check = validators.queryParameters(id);
    const { schema } = operations.get(id)!.parameters.find((parameter) => parameter.name === name)!;
    const refused = [`${name}: expected ${schema['x-expected']}`];
    const holds = (text: string): void => {
      const messages = check({ [name]: text });
      if (texts.test(text)) expect([text, messages]).toEqual([text, []]);
      else expect([text, messages]).toEqual([text, [expect.stringContaining(refused[0]!)]]);
    };
    for (const text of EDGES) holds(text);
    const digits = fc.stringMatching(/^-?\d{0,17}(\.\d{0,11})?$/);
    fc.assert(fc.property(fc.oneof(digits, fc.integer().map(String), fc.string()), holds));
  },
);

test('every number and boolean in a query is typed as what it is, so that generated clients take it', () => {
  const typed = [...operations].flatMap(([id, { parameters }]) =>
    parameters
      .filter(({ in: place, schema }) => place === 'query' && typeof schema['type'] === 'string')
      .filter(({ schema }) => schema['type'] !== 'string')
      .map(({ name }) => `${id} ${name}`),
  );
  expect(typed.sort()).toEqual(ACCEPTED.map(([id, name]) => `${id} ${name}`).sort());
});

test('a slot in a path is a number; its text is checked', () => {
  const check = validators.pathParameters('getSlot');
  expect(operations.get('getSlot')!.parameters[0]).toMatchObject({
    name: 'slot',
    schema: { type: 'integer' },
  });
  expect(check({ slot: '432000000' })).toEqual([]);
  for (const slot of ['0432', '-1', '1.5', '1e3', ''])
    expect(check({ slot })).toEqual([expect.stringMatching(/^slot: expected a slot/)]);
});
