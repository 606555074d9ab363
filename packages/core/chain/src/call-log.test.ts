import { SubscribeUpdate, SubscribeUpdateTransactionInfo, txEncode } from '@triton-one/yellowstone-grpc';
import bs58 from 'bs58';
import { describe, expect, it } from 'vitest';
import type { Transaction } from './block.js';
import { LOG_TRUNCATED, LOGGED_PROGRAMS } from './call-log.js';
import { parseExactJson } from './exact-json.js';
import { parseGetBlock } from './get-block.js';
import { decodeGeyserUpdate } from './geyser.js';
import { decodeMeta } from './protobuf.js';
import { named32, named64 } from './testing/bytes.js';
import type { LibraryTransactionInfo } from './testing/library-messages.js';

const MANIFEST = LOGGED_PROGRAMS[0]!;
const OTHER = bs58.encode(named32('program'));
/** The line with which Manifest's call begins. */
const CALL = `Program ${MANIFEST} invoke [2]`;
const LOG = [
  `Program ${OTHER} invoke [1]`,
  'Program log: Instruction: Place',
  CALL,
  'Program data: OubyA0txBKk= AQ==',
  `Program log: Program ${MANIFEST} success`,
  `Program ${MANIFEST} consumed 15869 of 129696 compute units`,
  `Program return: ${MANIFEST} AA==`,
  `Program ${MANIFEST} success`,
  LOG_TRUNCATED,
  `Program ${OTHER} success`,
];
const KEPT = [LOG[2], LOG[3], LOG[7], LOG[8]];

interface Logged {
  log: string[];
  error?: Uint8Array;
}

function info({ log, error }: Logged): LibraryTransactionInfo {
  return {
    signature: named64('a'),
    isVote: false,
    index: '0',
    transaction: {
      signatures: [named64('a')],
      message: {
        header: { numRequiredSignatures: 1, numReadonlySignedAccounts: 0, numReadonlyUnsignedAccounts: 1 },
        accountKeys: [named32('a'), named32('program')],
        recentBlockhash: named32('recent'),
        instructions: [{ programIdIndex: 1, accounts: Uint8Array.of(0), data: Uint8Array.of(6) }],
        versioned: true,
        addressTableLookups: [],
      },
    },
    meta: {
      err: error === undefined ? undefined : { err: error },
      fee: '5000',
      preBalances: ['0', '0'],
      postBalances: ['0', '0'],
      innerInstructions: [],
      innerInstructionsNone: false,
      logMessages: log,
      logMessagesNone: log.length === 0,
      preTokenBalances: [],
      postTokenBalances: [],
      rewards: [],
      loadedWritableAddresses: [],
      loadedReadonlyAddresses: [],
      returnData: undefined,
      returnDataNone: true,
    },
  };
}

/** The same transaction from a stream, and from the node's own JSON. */
const SOURCES: readonly [string, (logged: Logged) => Transaction][] = [
  [
    'a Geyser stream',
    (logged) => {
      const update = { slot: '1', transaction: info(logged) };
      const decoded = decodeGeyserUpdate(
        SubscribeUpdate.encode(SubscribeUpdate.fromPartial({ transaction: update })).finish(),
      );
      if (decoded.kind !== 'transaction') throw new Error(`not a transaction: ${decoded.kind}`);
      return decoded.transaction;
    },
  ],
  [
    'getBlock',
    (logged) => {
      const bytes = SubscribeUpdateTransactionInfo.encode(info(logged)).finish();
      // 1 is encoding base64.
      const row = txEncode.encode_raw(bytes, 1, 1, false);
      const hash = bs58.encode(named32('hash'));
      const block = `{"blockhash":"${hash}","previousBlockhash":"${hash}","parentSlot":4,"transactions":[${row}]}`;
      return parseGetBlock(parseExactJson(block), 5).transactions[0]!;
    },
  ],
];

describe.each(SOURCES)('the log in a transaction of %s', (_name, decode) => {
  it('is kept of calls of a logged program, without what programs say in words, up to the first line that was dropped', () => {
    expect(decode({ log: LOG }).meta!.callLog).toEqual(KEPT);
  });

  it('is not kept of a transaction that calls no logged program', () => {
    const others = LOG.filter((line) => line !== CALL);
    expect(others).toHaveLength(LOG.length - 1);
    expect(decode({ log: others }).meta!.callLog).toBeNull();
  });

  it('is not kept of a transaction in which no logged program wrote data', () => {
    expect(decode({ log: [CALL, `Program ${MANIFEST} success`] }).meta!.callLog).toBeNull();
  });

  it('leaves out data that another program wrote before, below or after a call of a logged one', () => {
    const other = (depth: number): string[] => [
      `Program ${OTHER} invoke [${depth}]`,
      'Program data: AQ==',
      `Program ${OTHER} success`,
    ];
    const [begin, end] = [`Program ${MANIFEST} invoke [1]`, `Program ${MANIFEST} success`];
    const log = [...other(1), begin, ...other(2), 'Program data: AAts', end, ...other(1)];
    expect(decode({ log }).meta!.callLog).toEqual([begin, 'Program data: AAts', end]);
  });

  it.each(LOGGED_PROGRAMS)('is kept of calls of %s', (program) => {
    const log = [`Program ${program} invoke [4]`, 'Program data: AA==', `Program ${program} success`];
    expect(decode({ log }).meta!.callLog).toEqual(log);
  });

  it('is not kept of a transaction that failed', () => {
    const error = Uint8Array.of(0, 0, 0, 0);
    expect(decode({ log: LOG, error }).meta!.callLog).toBeNull();
  });

  it('is null if the node did not record it', () => {
    expect(decode({ log: [] }).meta!.callLog).toBeNull();
  });

  it('keeps no line that a program made by a line break within what it says', () => {
    const said = [`Program log: x\n${CALL}`, `Program ${OTHER} success\nProgram data: AA==`];
    expect(decode({ log: said }).meta!.callLog).toBeNull();
    const data = 'Program data: AA==';
    expect(decode({ log: [CALL, ...said, data] }).meta!.callLog).toEqual([CALL, data]);
  });
});

it('the meta of an archive keeps its log', () => {
  const { meta } = SubscribeUpdateTransactionInfo.decode(
    SubscribeUpdateTransactionInfo.encode(info({ log: LOG })).finish(),
  );
  expect(decodeMeta(metaBytes(meta!)).meta.callLog).toEqual(KEPT);
});

/** The meta's own bytes: field 4 of a transaction info that has nothing else. */
function metaBytes(meta: NonNullable<LibraryTransactionInfo['meta']>): Uint8Array {
  const whole = SubscribeUpdateTransactionInfo.encode(
    SubscribeUpdateTransactionInfo.fromPartial({ meta }),
  ).finish();
  let at = 1;
  while (whole[at]! >= 128) at += 1;
  return whole.subarray(at + 1);
}

it.each([
  ['no list', 'Program data: AA=='],
  ['a list of other things than text', [7]],
])('getBlock with a log that is %s is refused', (_name, logMessages) => {
  const row = {
    ...(JSON.parse(
      txEncode.encode_raw(SubscribeUpdateTransactionInfo.encode(info({ log: LOG })).finish(), 1, 1, false),
    ) as { meta: object }),
  };
  const hash = bs58.encode(named32('hash'));
  const block = {
    blockhash: hash,
    previousBlockhash: hash,
    parentSlot: 4,
    transactions: [{ ...row, meta: { ...row.meta, logMessages } }],
  };
  expect(() => parseGetBlock(block, 5)).toThrow(
    expect.objectContaining({ name: 'ChainDataError', code: 'malformed' }),
  );
});
