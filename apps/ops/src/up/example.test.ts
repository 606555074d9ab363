import { POOL, signatureOf } from '@tickscope/command-line/testing/answers';
import { expect, test } from 'vitest';
import { describeExample } from './example.js';

const signature = signatureOf('Example');
const example = { signature, account: POOL, isSandwiched: true };
const said = (letsVisitorsRead: boolean): string =>
  describeExample(
    example,
    { url: 'http://127.0.0.1:8787', key: 'sk_live_secret', letsVisitorsRead },
    '/srv/its data',
  );

test('the printed link works at any time and brings no key', () => {
  const links = said(true)
    .split('\n')
    .filter((line) => line.startsWith('http'));
  expect(links).toEqual([`http://127.0.0.1:8787/tx/${signature}`]);
  expect(said(true)).not.toContain('tickscope link');
});

test('where its page needs a key, the command that prints a link with one is printed too', () => {
  expect(said(false)).toContain(`npx tickscope link /tx/${signature} --data-dir '/srv/its data'\n`);
});
