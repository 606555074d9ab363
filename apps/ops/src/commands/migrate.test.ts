import { expect, test } from 'vitest';
import { grantsTo } from './migrate.js';

const url = (user: string): string => `postgres://${user}:secret@db:5432/tickscope`;

test.each<[string, string | undefined, string | undefined, object]>([
  [
    'the user of the programs, where the tables have another owner',
    url('owner'),
    url('app'),
    { appRole: 'app' },
  ],
  ['a user whose name is encoded', url('owner'), url('a%20b'), { appRole: 'a b' }],
  ['no user where the owner is that user', url('app'), url('app'), {}],
  ['no user with one URL', undefined, url('app'), {}],
  ['no user with the other URL', url('owner'), undefined, {}],
  ['no user where a URL names no user', url('owner'), 'postgres://db/tickscope', {}],
  ['no user where a URL is none', url('owner'), 'app', {}],
])('rows are granted to %s', (_, ownerUrl, appUrl, expected) => {
  expect(grantsTo(ownerUrl, appUrl)).toEqual(expected);
});
