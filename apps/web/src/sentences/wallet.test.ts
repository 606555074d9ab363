import type { Schemas } from '@tickscope/sdk';
import { expect, test } from 'vitest';
import { walletSentence } from './wallet.js';

type Verdict = Schemas['WalletTrade']['verdict'];

const COVERED = { missing_slot_count: 0, incomplete_slot_count: 0 };

function sentenceOf(
  verdicts: readonly Verdict[],
  {
    coverage = COVERED as object | null,
    sol = '0',
    unknownLosses = 0,
    covered = null as object | null,
    incidents = [] as object[],
  } = {},
): string {
  const scan = {
    trades: verdicts.map((verdict) => ({ verdict, incidents })),
    summary: {
      total_dex_trades: verdicts.length,
      total_sandwich_attacks: verdicts.filter((verdict) => verdict === 'sandwiched').length,
      total_loss_sol: sol,
      loss_unknown_count: unknownLosses,
    },
    truncated: covered !== null,
    ...{ covered, coverage },
  };
  return walletSentence(scan as unknown as Schemas['WalletScan'], 'the last day');
}

test('what is not known is never called "not sandwiched"', () => {
  expect(sentenceOf(['unknown', 'unknown'])).toBe(
    'Not known whether its 2 trades in the last day were sandwiched.',
  );
  expect(sentenceOf(['unknown'])).toBe('Not known whether its trade in the last day was sandwiched.');
  expect(sentenceOf(['unknown', 'not_sandwiched', 'not_sandwiched'])).toBe(
    '2 of 3 trades in the last day were not sandwiched; of 1 it is not known.',
  );
  expect(sentenceOf(['unknown', 'sandwiched'], { sol: '0.5' })).toBe(
    '1 of 2 trades sandwiched in the last day, 1 not known: 0.5000 SOL lost.',
  );
});

test('trades that were all seen and analysed are cleared; only those that were seen, where slots are missing', () => {
  expect(sentenceOf(['not_sandwiched', 'not_sandwiched'])).toBe('Not sandwiched in the last day: 2 trades.');
  const coverage = { missing_slot_count: 3, incomplete_slot_count: 0 };
  expect(sentenceOf(['not_sandwiched'], { coverage })).toBe(
    'Not sandwiched: the 1 trade seen in the last day.',
  );
  expect(sentenceOf([], { coverage })).toBe('No trades seen in the last day.');
  expect(sentenceOf([])).toBe('No trades in the last day.');
  expect(sentenceOf([], { coverage: null })).toBe('No block is stored yet.');
});

test('losses that are lower bounds or not known in SOL make the sum a lower bound, and a cut list names its slots', () => {
  expect(sentenceOf(['sandwiched'], { sol: '0.25', unknownLosses: 1 })).toBe(
    '1 of 1 trade sandwiched in the last day: at least 0.2500 SOL lost.',
  );
  expect(sentenceOf(['sandwiched'])).toBe('1 of 1 trade sandwiched in the last day.');
  const by = (method: string, success = true) => [{ success, sandwich: { loss_method: method } }];
  expect(sentenceOf(['sandwiched'], { sol: '0.25', incidents: by('front_rate') })).toMatch(
    /: at least 0\.2500 SOL lost\.$/,
  );
  expect(sentenceOf(['sandwiched'], { sol: '0.25', incidents: by('replay') })).toMatch(/: 0\.2500 SOL lost/);
  // An attempt that failed cost nothing.
  expect(sentenceOf(['sandwiched'], { sol: '0.25', incidents: by('front_rate', false) })).toMatch(/: 0\.25/);
  expect(sentenceOf(['not_sandwiched'], { covered: { from_slot: 1_000, to_slot: 2_000 } })).toBe(
    'Not sandwiched in slots 1,000 to 2,000: 1 trade.',
  );
});
