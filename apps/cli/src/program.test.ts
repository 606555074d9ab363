import { expect, test } from 'vitest';
import { createProgram } from './program.js';

/** The names below a heading of the help, as a user reads them. */
function namesBelow(heading: string): string[] {
  const [, block = ''] = createProgram().helpInformation().split(`\n${heading}:\n`);
  return block
    .split('\n\n')[0]!
    .split('\n')
    .flatMap((line) => /^ {2}(\S+)/.exec(line)?.slice(1) ?? []);
}

test('one help has what asks, and apart from it what runs and keeps the servers', () => {
  expect(namesBelow('Ask').sort()).toEqual([
    'attacker',
    'attackers',
    'check',
    'dex',
    'feed',
    'fees',
    'sandwich',
    'sandwiches',
    'scan',
    'signatures',
    'slot',
    'why',
  ]);
  const operating = namesBelow('Run and keep the servers');
  expect(operating).toEqual(
    expect.arrayContaining([
      'up',
      'import',
      'backfill',
      'verify',
      'redetect',
      'doctor',
      'backup',
      'restore',
      'cluster',
      'keys',
      'migrate',
    ]),
  );
  expect(operating).not.toContain('check');
  expect(namesBelow('Of this command').sort()).toEqual(['completion', 'help']);
});
