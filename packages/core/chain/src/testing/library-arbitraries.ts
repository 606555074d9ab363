import type { SubscribeUpdate, SubscribeUpdateBlockMeta } from '@triton-one/yellowstone-grpc';
import bs58 from 'bs58';
import fc from 'fast-check';
import type { LibraryMessage, LibraryMeta, LibraryTransactionInfo } from './library-messages.js';

// Random stream messages in the types of Triton's library. Every field that Tickscope reads varies, including absent
// values and the limits of its range. Each message is one that a server could send.

const bytes = (maxLength: number) => fc.uint8Array({ maxLength });
const key = fc.uint8Array({ minLength: 32, maxLength: 32 });
const address = key.map((bytes) => bs58.encode(bytes));
const u8 = fc.nat({ max: 255 });
const u32 = fc.oneof(fc.nat({ max: 0xffff_ffff }), fc.constantFrom(0, 127, 128, 0xffff_ffff));
const u53 = fc
  .oneof(fc.nat({ max: Number.MAX_SAFE_INTEGER }), fc.constantFrom(0, 2 ** 28, 2 ** 35, 2 ** 53 - 1))
  .map(String);
const u64 = fc
  .oneof(
    fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
    fc.constantFrom(0n, 2n ** 53n, 2n ** 53n + 1n, 2n ** 56n, 2n ** 63n, 2n ** 64n - 1n),
  )
  .map(String);
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

const instruction = { programIdIndex: u32, accounts: bytes(8), data: bytes(40) };

const message: fc.Arbitrary<LibraryMessage> = fc
  .record({
    header: optional(
      fc.record({
        numRequiredSignatures: u8,
        numReadonlySignedAccounts: u8,
        numReadonlyUnsignedAccounts: u8,
      }),
    ),
    accountKeys: fc.array(key, { maxLength: 5 }),
    recentBlockhash: fc.oneof(key, bytes(3)),
    instructions: fc.array(fc.record(instruction), { maxLength: 3 }),
    versioned: fc.boolean(),
    addressTableLookups: fc.array(
      fc.record({ accountKey: key, writableIndexes: bytes(4), readonlyIndexes: bytes(4) }),
      { maxLength: 2 },
    ),
    config: optional(
      fc.record({
        priorityFee: optional(u64),
        computeUnitLimit: optional(u32),
        loadedAccountsDataSizeLimit: optional(u32),
        heapSize: optional(u32),
      }),
    ),
  })
  .map(({ config, ...rest }) => (config === undefined ? rest : { ...rest, config }));

/** Transaction errors in bincode with the JSON that RPC nodes print (solana-sdk; encoded by hand). */
export const KNOWN_ERRORS: readonly [bincode: readonly number[], json: string][] = [
  [[0, 0, 0, 0], '"AccountInUse"'],
  [[7, 0, 0, 0], '"BlockhashNotFound"'],
  [[8, 0, 0, 0, 2, 25, 0, 0, 0, 0x71, 0x17, 0, 0], '{"InstructionError":[2,{"Custom":6001}]}'],
  [[8, 0, 0, 0, 0, 3, 0, 0, 0], '{"InstructionError":[0,"InvalidAccountData"]}'],
];

const tokenBalance = fc.record({
  accountIndex: u32,
  mint: address,
  uiTokenAmount: fc.record({
    uiAmount: fc.double({ noNaN: true }),
    decimals: u8,
    amount: u64,
    uiAmountString: fc.string(),
  }),
  owner: fc.oneof(address, fc.constant('')),
  programId: fc.oneof(address, fc.constant('')),
});

const rewards = optional(
  fc.record({
    rewards: fc.array(
      fc.record({
        pubkey: address,
        lamports: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
        postBalance: u64,
        rewardType: fc.nat({ max: 5 }),
        commission: fc.constantFrom('', '100'),
        commissionBps: fc.constantFrom('', '10000'),
      }),
      { maxLength: 3 },
    ),
    numPartitions: optional(fc.record({ numPartitions: u53 })),
  }),
);

/** Program whose log is kept. */
const LOGGED = 'MNFSTqtC93rEfYHB6hF82sKdZpUDFWkViLByLd1k1Ms';
const SYSTEM = '11111111111111111111111111111111';
const logLine = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme' }).map((said) => `Program log: ${said}`),
  fc.uint8Array({ maxLength: 9 }).map((data) => `Program data: ${Buffer.from(data).toString('base64')}`),
  fc.constantFrom(
    `Program ${SYSTEM} invoke [1]`,
    `Program ${LOGGED} invoke [1]`,
    `Program log: Program ${LOGGED} invoke [1]`,
    `Program ${LOGGED} success`,
    `Program ${SYSTEM} success`,
    `Program ${SYSTEM} consumed 150 of 200000 compute units`,
    `Program return: ${SYSTEM} AA==`,
    `Program ${LOGGED} failed: custom program error: 0x1771`,
    `Program log: Program ${SYSTEM} failed: custom program error: 0x1`,
    `said: Program ${SYSTEM} success`,
    `Program ${SYSTEM} success\nProgram data: AA==`,
    'Log truncated',
  ),
);

const meta: fc.Arbitrary<LibraryMeta> = fc.record({
  err: optional(fc.constantFrom(...KNOWN_ERRORS.map(([bincode]) => ({ err: Uint8Array.from(bincode) })))),
  fee: u64,
  preBalances: fc.array(u64, { maxLength: 6 }),
  postBalances: fc.array(u64, { maxLength: 6 }),
  innerInstructions: fc.array(
    fc.record({
      index: u32,
      instructions: fc.array(fc.record({ ...instruction, stackHeight: optional(u32) }), { maxLength: 3 }),
    }),
    { maxLength: 2 },
  ),
  innerInstructionsNone: fc.boolean(),
  logMessages: fc.array(logLine, { maxLength: 4 }),
  logMessagesNone: fc.boolean(),
  preTokenBalances: fc.array(tokenBalance, { maxLength: 2 }),
  postTokenBalances: fc.array(tokenBalance, { maxLength: 2 }),
  rewards: fc.constant([]),
  loadedWritableAddresses: fc.array(key, { maxLength: 3 }),
  loadedReadonlyAddresses: fc.array(key, { maxLength: 3 }),
  returnData: optional(fc.record({ programId: key, data: bytes(9) })),
  returnDataNone: fc.boolean(),
  computeUnitsConsumed: optional(u53),
  costUnits: optional(u53),
}) as fc.Arbitrary<LibraryMeta>;

export const transactionInfo: fc.Arbitrary<LibraryTransactionInfo> = fc.record({
  signature: fc.uint8Array({ minLength: 64, maxLength: 64 }),
  isVote: fc.boolean(),
  transaction: fc.record({
    signatures: fc.array(fc.uint8Array({ minLength: 64, maxLength: 64 }), { maxLength: 3 }),
    message,
  }),
  meta: optional(meta),
  index: u53,
});

const entry = fc.record({
  slot: u53,
  index: u53,
  numHashes: u53,
  hash: key,
  executedTransactionCount: u53,
  startingTransactionIndex: u64,
});

const blockMeta = fc.record({
  slot: u53,
  blockhash: address,
  rewards,
  blockTime: optional(fc.record({ timestamp: fc.maxSafeInteger().map(String) })),
  blockHeight: optional(fc.record({ blockHeight: u53 })),
  parentSlot: u53,
  parentBlockhash: fc.oneof(address, fc.constant('')),
  executedTransactionCount: u53,
  entriesCount: u53,
}) as fc.Arbitrary<SubscribeUpdateBlockMeta>;

const account = fc.record({
  pubkey: key,
  lamports: u64,
  owner: key,
  executable: fc.boolean(),
  rentEpoch: u64,
  data: bytes(20),
  writeVersion: u64,
});

const content: fc.Arbitrary<Partial<SubscribeUpdate>> = fc.oneof(
  fc.record({
    block: fc
      .tuple(
        blockMeta,
        fc.array(transactionInfo, { maxLength: 3 }),
        fc.array(entry, { maxLength: 4 }),
        fc.array(account, { maxLength: 1 }),
        u64,
      )
      .map(([meta, transactions, entries, accounts, updatedAccountCount]) => ({
        ...meta,
        transactions,
        entries,
        accounts,
        updatedAccountCount,
      })),
  }),
  fc.record({ blockMeta }),
  fc.record({ transaction: fc.record({ transaction: transactionInfo, slot: u53 }) }),
  fc.record({ entry }),
  fc.record({ slot: fc.record({ slot: u53, parent: optional(u53), status: fc.nat({ max: 6 }) }) }),
  fc.record({ ping: fc.constant({}) }),
  fc.record({ pong: fc.record({ id: fc.nat() }) }),
  fc.record({ account: fc.record({ account, slot: u53, isStartup: fc.boolean() }) }),
);

export const anyUpdate: fc.Arbitrary<SubscribeUpdate> = fc
  .tuple(
    content,
    fc.array(fc.string(), { maxLength: 2 }),
    optional(fc.date({ min: new Date(0), max: new Date(4_000_000_000_000), noInvalidDate: true })),
  )
  .map(([content, filters, createdAt]) => ({ filters, createdAt, ...content }));
