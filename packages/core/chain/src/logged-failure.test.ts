import { SubscribeUpdateTransactionInfo } from '@triton-one/yellowstone-grpc';
import { describe, expect, it } from 'vitest';
import { LOG_TRUNCATED } from './call-log.js';
import { keptLog, loggedFailure } from './logged-failure.js';
import { decodeMeta } from './protobuf.js';

const OUTER = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4';
const POOL = 'CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C';
const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const CUSTOM = Uint8Array.of(8, 0, 0, 0, 2, 25, 0, 0, 0, 0x75, 0x17, 0, 0);

const anchor = (name: string, number: number): string =>
  `Program log: AnchorError thrown in programs/cp-swap/src/swap.rs:1. Error Code: ${name}. Error Number: ${number}. Error Message: m.`;
const failed = (program: string, code: string): string => `Program ${program} failed: ${code}`;
const BEGIN = [
  `Program ${OUTER} invoke [1]`,
  'Program log: Instruction: Route',
  `Program ${POOL} invoke [2]`,
];
const custom = (program: string): string => failed(program, 'custom program error: 0x1775');

const CASES: readonly [string, readonly string[], { program: string; name: string | null } | null][] = [
  [
    'of the innermost program, with the name that it gave',
    [
      ...BEGIN,
      anchor('ExceededSlippage', 6005),
      'Program log: Left: 5',
      `Program ${POOL} consumed 9 of 10 compute units`,
      custom(POOL),
      custom(OUTER),
    ],
    { program: POOL, name: 'ExceededSlippage' },
  ],
  [
    'in other words',
    [...BEGIN, 'Program log: Error: exceeds desired slippage limit', custom(POOL), custom(OUTER)],
    { program: POOL, name: 'exceeds desired slippage limit' },
  ],
  [
    'without the name of another number',
    [...BEGIN, anchor('Other', 6004), custom(POOL)],
    { program: POOL, name: null },
  ],
  [
    'without what was said before a call',
    [`Program ${OUTER} invoke [1]`, 'Program log: Error: mine', BEGIN[2]!, custom(POOL)],
    { program: POOL, name: null },
  ],
  [
    'without what a call said that succeeded',
    [...BEGIN, 'Program log: Error: small', `Program ${POOL} success`, custom(OUTER)],
    { program: OUTER, name: null },
  ],
  [
    'with the text of the runtime where it has no number',
    [...BEGIN, 'Program log: Error: said', failed(POOL, 'exceeded CUs meter at BPF instruction')],
    { program: POOL, name: 'exceeded CUs meter at BPF instruction' },
  ],
  ['of no program where lines were dropped', [...BEGIN, LOG_TRUNCATED, custom(OUTER)], null],
  ['before the first dropped line', [...BEGIN, custom(POOL), LOG_TRUNCATED], { program: POOL, name: null }],
  ['of no program where none is reported', BEGIN, null],
  ['of no program that another one says', [...BEGIN, `Program log: ${custom(TOKEN)}`], null],
  ['of no program without a key', [failed('1'.repeat(44), 'x')], null],
  [
    'without letters that are not ASCII',
    [...BEGIN, 'Program log: Error: \u0007\u00e9', custom(POOL)],
    { program: POOL, name: null },
  ],
  [
    'with 100 characters at most',
    [...BEGIN, `Program log: Error: ${'a'.repeat(101)}`, custom(POOL)],
    { program: POOL, name: 'a'.repeat(100) },
  ],
  ['of no program in an empty log', [], null],
];

describe('the failure that a log reports', () => {
  it.each(CASES)('is %s', (_name, log, failure) => {
    expect(loggedFailure(log)).toEqual(failure);
    expect(metaOf(log, CUSTOM).failure).toEqual(failure);
  });

  it('is that of a failed transaction alone', () => {
    expect(metaOf([...BEGIN, custom(POOL)], null).failure).toBeNull();
  });

  it.each(CASES)('is read again from the lines that are kept: %s', (_name, log) => {
    const meta = metaOf(log, CUSTOM);
    expect(metaOf(keptLog(meta) ?? [], CUSTOM)).toEqual(meta);
  });

  it('is read again where it has no number', () => {
    const noNumber = Uint8Array.of(8, 0, 0, 0, 2, 1, 0, 0, 0);
    const meta = metaOf([...BEGIN, failed(POOL, 'invalid program argument')], noNumber);
    expect(meta.failure).toEqual({ program: POOL, name: 'invalid program argument' });
    expect(metaOf(keptLog(meta)!, noNumber)).toEqual(meta);
  });
});

/** Meta as the library of a Geyser client encodes it, read by our decoder. `error` is bincode. */
function metaOf(log: readonly string[], error: Uint8Array | null) {
  const whole = SubscribeUpdateTransactionInfo.encode(
    SubscribeUpdateTransactionInfo.fromPartial({
      meta: { fee: '5000', logMessages: [...log], ...(error === null ? {} : { err: { err: error } }) },
    }),
  ).finish();
  // The meta's own bytes: field 4 of a transaction that has nothing else.
  let at = 1;
  while (whole[at]! >= 128) at += 1;
  return decodeMeta(whole.subarray(at + 1)).meta;
}
