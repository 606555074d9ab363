import { isAddress } from '@tickscope/chain';
import { describe, expect, it } from 'vitest';
import { CORE_ERRORS } from './core-errors.js';
import { readErrors } from './error-list.js';
import { failureReason } from './failure-reason.js';
import { PROGRAM_ERRORS } from './program-errors.js';

const JUPITER = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4';
const CLMM = 'CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK';
const SYSTEM = '11111111111111111111111111111111';
const UNLISTED = 'King7ki4SKMBPb3iupnQwTyjsq294jaXsgLmJo8cb7T';

const custom = (code: number): string => `{"InstructionError":[3,{"Custom":${code}}]}`;
const reasonOf = (program: string | null, code: number, logName: string | null = null) =>
  failureReason({ error: custom(code), program, logName });

/** The number with which a missed price fails is the program's own: each as in its source. */
it.each([
  ['Pump.fun', '6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P', [6002, 6003]],
  ['PumpSwap', 'pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA', [6004]],
  ['Raydium CPMM', 'CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C', [6005]],
  ['Raydium LaunchLab', 'LanMV9sAd7wArD4vJFi2qDdfnVhFxYSUg6eADduJ3uj', [6004]],
  ['Meteora DLMM', 'LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo', [6003]],
  ['Meteora DAMM v1', 'Eo7WjKq67rjJQSZxS6z3YkapzY3eMj6Xy8X5EQVn5UaB', [6004]],
  ['Meteora DAMM v2', 'cpamdpZCGKUy5JxQXB4dcpGPiikHawvSWAd6mEn1sGG', [6002]],
  ['Meteora DBC', 'dbcij3LWUppWqq96dh6gJWwBifmcGfLSB5D4DuSMaqN', [6002]],
  ['Orca Whirlpool', 'whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc', [6036]],
  ['Raydium AMM v4', '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8', [30]],
  ['Saber', 'SSwpkEEcbUqx4vtoEByFjSkhKdCT862DNVb52nZg1UZ', [17]],
  ['Orca token-swap v2', '9W959DqEETiGZocYWCQPaJ6sBmUzgfxXfqGeTEdp3aQP', [16]],
  ['DFlow', 'DF1ow4tspfHX9JwWJsAb9epbkA8hmpSEAtxXy1V27QBH', [15001]],
  ['Titan', 'T1TANpTeScyeqVzzgNViGDNrkQ6qHz9KrSBS4aNXvGT', [6008]],
  ['Moonshot', 'MoonCVVNZFSYkqNXP6bxHLPL6QQJiMagDL3qcqUQTrG', [6003]],
  ['Jupiter v3', 'JUP3c2Uh3WA4Ng34tw6kPd2G4C5BB21Xo36Je1s32Ph', [6000]],
  ['Jupiter v6', JUPITER, [6001]],
])('%s fails at its limit with its own number', (label, program, codes) => {
  for (const code of codes) expect(reasonOf(program, code)).toMatchObject({ label, code, kind: 'limit' });
});

describe('the name', () => {
  it('in the log goes before the number, which a program changed', () => {
    expect(reasonOf(CLMM, 6018, 'TooLittleOutputReceived')).toMatchObject({
      name: 'TooLittleOutputReceived',
      kind: 'limit',
    });
    expect(reasonOf(CLMM, 6022, 'TooLittleOutputReceived')).toMatchObject({ kind: 'limit' });
  });

  it('of a number that moved is not known without the log', () => {
    expect(reasonOf(CLMM, 6022)).toMatchObject({ label: 'Raydium CLMM', name: null, kind: null });
    expect(reasonOf('6m2CDdhRgxpH4WjvdzxAYbGxwdGUz5MziiL5jek2kBma', 6001).kind).toBe('limit');
  });

  it('is that of the list where the log only says it in other words', () => {
    const raydium = '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8';
    expect(reasonOf(raydium, 30, 'exceeds desired slippage limit').name).toBe('ExceededSlippage');
  });

  it('of an unlisted program is what its log says, or null', () => {
    expect(reasonOf(UNLISTED, 6001, 'NoProfit')).toMatchObject({
      label: null,
      name: 'NoProfit',
      kind: null,
    });
    expect(reasonOf(UNLISTED, 3012)).toMatchObject({ name: null, kind: null });
    expect(reasonOf(UNLISTED, 1).sentence).toBe(
      `Program ${UNLISTED} failed with its own error 1, which no list that we know names.`,
    );
  });

  it('below 6000 is that of the framework, where the program uses it', () => {
    expect(reasonOf(JUPITER, 3012)).toMatchObject({ name: 'AccountNotInitialized', kind: 'account' });
    expect(reasonOf(UNLISTED, 3012, 'AccountNotInitialized').kind).toBe('account');
    expect(reasonOf('MNFSTqtC93rEfYHB6hF82sKdZpUDFWkViLByLd1k1Ms', 3012).name).toBeNull();
  });

  it('does not depend on who called: 1 of System is a lack of lamports', () => {
    const { label, kind, sentence } = reasonOf(SYSTEM, 1);
    expect([label, kind]).toEqual(['System', 'insufficient_funds']);
    expect(sentence).toBe(
      'System stopped: tokens, SOL or rent were lacking (ResultWithNegativeLamports, error 1).',
    );
  });
});

it.each([
  ['"BlockhashNotFound"', null, 'BlockhashNotFound', 'deadline'],
  [
    '{"InsufficientFundsForRent":{"account_index":2}}',
    null,
    'InsufficientFundsForRent',
    'insufficient_funds',
  ],
  ['{"InstructionError":[0,"IllegalOwner"]}', 0, 'IllegalOwner', 'account'],
  ['{"InstructionError":[4,"ComputationalBudgetExceeded"]}', 4, 'ComputationalBudgetExceeded', 'compute'],
  ['{"InstructionError":[1,{"BorshIoError":"x"}]}', 1, 'BorshIoError', 'account'],
  ['"toString"', null, 'toString', null],
  ['not JSON', null, 'not JSON', null],
  ['{"InstructionError":[]}', null, 'InstructionError', null],
  ['[1]', null, '[1]', null],
  ['{"InstructionError":[1.5,"GenericError"]}', null, 'InstructionError', null],
])('%s is an error without a number', (error, instruction, name, kind) => {
  expect(failureReason({ error, program: null, logName: null })).toMatchObject({
    instruction,
    program: null,
    label: null,
    code: null,
    name,
    kind,
  });
});

it('a number is nothing without its program', () => {
  expect(reasonOf(null, 6001)).toMatchObject({
    ...{ label: null, name: null, kind: null },
    sentence:
      'A program in instruction 3 failed with its own error 6001, and which program that was is not recorded.',
  });
});

it('a program that broke down says how', () => {
  const error = '{"InstructionError":[2,"ProgramFailedToComplete"]}';
  const by = (logName: string | null) => failureReason({ error, program: JUPITER, logName });
  expect(by('exceeded CUs meter at BPF instruction').kind).toBe('compute');
  expect(by('SBF program panicked')).toMatchObject({
    kind: 'other',
    sentence: 'Jupiter v6 failed with ProgramFailedToComplete: SBF program panicked.',
  });
  expect(by(null).kind).toBe('other');
});

it('a market maker’s update of its own quotes is called no trade', () => {
  const { name, sentence } = reasonOf('9H6tua7jkLhdm3w8BvgpTn5LZNU7g4ZynDmCiNN3q6Rp', 57_005);
  expect(name).toBeNull();
  expect(sentence).toBe('HumidiFi refused an update of its own quotes: no trade.');
});

describe('the lists', () => {
  const lists = [...CORE_ERRORS, ...PROGRAM_ERRORS];

  it('have each program once, with a source where they name errors', () => {
    const ids = lists.flatMap((list) => list.ids);
    expect(ids.filter((id) => !isAddress(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
    expect(lists.filter(({ source, errors }) => (source === undefined) !== (errors === undefined))).toEqual(
      [],
    );
  });

  it('have each number and each name once', () => {
    for (const { name, errors = {} } of lists) {
      const pairs = Object.values(errors).flatMap((text) => text.split(',').map((pair) => pair.trim()));
      const { byCode } = readErrors(errors);
      expect([name, byCode.size]).toEqual([name, pairs.length]);
      for (const pair of pairs) expect(pair).toMatch(/^\d+ [A-Za-z0-9_]+$/);
    }
  });
});
