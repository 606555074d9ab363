import { PLAIN } from '@tickscope/command-line';
import { sandwichOf, signatureOf, walletOf } from '@tickscope/command-line/testing/answers';
import type { FeedEvent } from '@tickscope/sdk';
import { expect, it } from 'vitest';
import { feedLine } from './line.js';

const line = (more: Parameters<typeof sandwichOf>[0], maxWidth: number | null = null): string =>
  feedLine({ event: 'sandwich', id: '1', data: sandwichOf(more) }, maxWidth, PLAIN);
const robber = `${walletOf('Robber').slice(0, 4)}…${walletOf('Robber').slice(-4)}`;

it('a sandwich is one line, with a signature to check', () => {
  expect(line({})).toBe(
    `2026-09-01 00:00:04  found      lost 0.0125 SOL (1.25 %)  TOK/SOL (Pump.fun)  by ${robber}  exact, likely  victim ${signatureOf('Victim')}`,
  );
});

it('a loss by the rate of the frontrun is called the least', () => {
  const [victim] = sandwichOf().victims;
  expect(line({ victims: [{ ...victim!, loss_method: 'front_rate' }] })).toContain(
    '  lost at least 0.0125 SOL (1.25 %)  ',
  );
});

it('the signature is short where the terminal is narrow', () => {
  expect(line({ victim_count: 3 }, 120)).toMatch(/ victim Vict…ctim and 2 more$/);
  expect(line({}, 260)).toContain(signatureOf('Victim'));
});

it.each([
  ['revised', { revision: 2, is_final: false }],
  ['final', { revision: 3, is_final: true }],
  ['retracted', { revision: 2, retracted: true }],
])('a later revision says that it is one: %s', (word, more) => {
  expect(line(more).split(/ {2,}/)[1]).toBe(word);
});

it('what the server says of itself is a sentence', () => {
  const time = '2026-09-01T00:00:00.000Z';
  const events: FeedEvent[] = [
    { event: 'status', id: '1', data: { state: 'delayed', since: time } },
    { event: 'status', id: '1', data: { state: 'live', since: time } },
    { event: 'gap', id: '1', data: { reason: 'too_old', from: time, to: time } },
  ];
  expect(events.map((event) => feedLine(event, null, PLAIN))).toEqual([
    'The database of the API does not answer since 2026-09-01 00:00:00 UTC; nothing is lost.',
    'The feed is live.',
    'Not replayed: 2026-09-01 00:00:00 to 2026-09-01 00:00:00 UTC.',
  ]);
});
