import bs58 from 'bs58';

const HASH_BYTES = 32;

/** The block from which a chain resumes. */
export interface ParentBlock {
  slot: number;
  /** Base58. */
  blockhash: string;
  /** Null if unknown; a plausible height is then invented. */
  blockHeight: number | null;
  /** Unix seconds; `null`: unknown. */
  blockTime: number | null;
}

export type ConsensusModel = 'ticked' | 'alpenglow';

export interface GeneratorOptions {
  /** Any text; the same seed and options always give the same bytes. */
  seed: string;
  firstSlot: number;
  /**
   * Resumes from this block: `firstSlot` is the slot after it, and block times are never before its own. The chain's
   * accounts start again with their initial balances, and new accounts get new addresses.
   */
  parent: ParentBlock | null;
  /** Mean number of transactions per block, votes included. */
  transactionsPerSlot: number;
  /** Share of votes among the transactions. */
  voteShare: number;
  /** Share of failures among the transactions that are not votes. */
  failureShare: number;
  skippedShare: number;
  /** Hashes between two ticks; increased if the entries of a block would not fit. */
  hashesPerTick: number;
  consensus: ConsensusModel;
  /** The first slot with Alpenglow; earlier ones follow `consensus`. Null: all do. */
  alpenglowFrom: number | null;
  /** Share of blocks before which their leader began and abandoned another bank for the same slot. */
  doubleBankShare: number;
  /** Share of transactions of version 1 with 96 addresses among those that are not votes (SIMD-0596). */
  wideShare: number;
  /** Whether the server numbers its banks (`bank_id`), as newer ones do. */
  hasBankIds: boolean;
  leaders: number;
  wallets: number;
  markets: number;
  mints: number;
  /** Unix seconds of the first slot. */
  startTime: number;
  /** Slot duration in milliseconds of chain time; affects only block times. */
  slotMs: number;
  /** Share of blocks whose entry 0 claims a wrong starting index (real servers do; chain fact 7). */
  wrongStartIndexShare: number;
  /** Share of DEX swaps among the transactions that are not votes. */
  dexShare: number;
  /**
   * Share of trades on programs that no decoder knows among the transactions that are neither votes nor DEX swaps. Null:
   * as the kinds' weights give, some 55 %, which is far more than mainnet has.
   */
  unlistedShare: number | null;
  /** Mean number of sandwiches planted per block; they and their victims are added to the drawn transactions. */
  sandwichesPerSlot: number;
  /** Maximum number of plants; null: unlimited. */
  sandwichLimit: number | null;
  /** Names of the kinds to plant (`SANDWICH_KINDS`); `null`: all of them in turn. */
  sandwichKinds: readonly string[] | null;
  /** Pools quoted in SOL that the chain begins with, on five DEXs in turn. */
  pools: number;
  /** With log messages, a transaction is about as large as a real one. */
  logMessages: boolean;
}

export const DEFAULT_GENERATOR_OPTIONS: GeneratorOptions = {
  seed: 'tickscope',
  firstSlot: 432_000_000,
  parent: null,
  transactionsPerSlot: 200,
  voteShare: 0.65,
  failureShare: 0.12,
  skippedShare: 0.05,
  hashesPerTick: 8,
  consensus: 'ticked',
  alpenglowFrom: null,
  doubleBankShare: 0,
  hasBankIds: false,
  wideShare: 0,
  leaders: 24,
  wallets: 4_000,
  markets: 400,
  mints: 60,
  startTime: 1_788_220_800,
  slotMs: 400,
  wrongStartIndexShare: 0.6,
  logMessages: true,
  dexShare: 0,
  unlistedShare: null,
  sandwichesPerSlot: 0,
  sandwichLimit: null,
  sandwichKinds: null,
  pools: 100,
};

/** Values for a demo chain (the command line's defaults). */
export const DEMO_DEX_SHARE = 0.25;
export const DEMO_SANDWICHES_PER_SLOT = 0.4;

/** Fills in the defaults. Throws a `RangeError` that names the option and its bounds. */
export function generatorOptions(given: Partial<GeneratorOptions>): GeneratorOptions {
  const options: GeneratorOptions = { ...DEFAULT_GENERATOR_OPTIONS };
  // On Alpenglow votes are certificates outside the blocks: no vote transactions.
  if (given.consensus === 'alpenglow') options.voteShare = 0;
  Object.assign(options, withoutUndefined(given));
  if (options.parent !== null) {
    if (bs58.decodeUnsafe(options.parent.blockhash)?.length !== HASH_BYTES)
      throw new RangeError('the blockhash of the parent must be 32 bytes in base58');
    options.firstSlot = options.parent.slot + 1;
    options.startTime = Math.max(options.startTime, options.parent.blockTime ?? 0);
  }

  wholeBetween(options, 'firstSlot', 1, 2 ** 40);
  wholeBetween(options, 'transactionsPerSlot', 0, 20_000);
  wholeBetween(options, 'hashesPerTick', 2, 1_000_000);
  wholeBetween(options, 'leaders', 1, 2_000);
  wholeBetween(options, 'wallets', 8, 1_000_000);
  wholeBetween(options, 'markets', 4, 10_000);
  wholeBetween(options, 'mints', 2, 10_000);
  wholeBetween(options, 'startTime', 0, 2 ** 40);
  wholeBetween(options, 'slotMs', 1, 60_000);
  wholeBetween(options, 'pools', 20, 20_000);
  const { alpenglowFrom } = options;
  if (alpenglowFrom !== null && !(Number.isSafeInteger(alpenglowFrom) && alpenglowFrom >= 0))
    throw new RangeError('alpenglowFrom must be a slot or null');
  if (!(options.sandwichesPerSlot >= 0 && options.sandwichesPerSlot <= 100))
    throw new RangeError('sandwichesPerSlot must be 0 to 100');
  const { sandwichLimit } = options;
  if (sandwichLimit !== null && !(Number.isSafeInteger(sandwichLimit) && sandwichLimit >= 0))
    throw new RangeError('sandwichLimit must be a whole number or null');
  for (const name of SHARES)
    if (!(options[name] >= 0 && options[name] <= 1)) throw new RangeError(`${name} must be 0 to 1`);
  const { unlistedShare } = options;
  if (unlistedShare !== null && !(unlistedShare >= 0 && unlistedShare <= 1))
    throw new RangeError('unlistedShare must be 0 to 1 or null');
  if (!(options.skippedShare >= 0 && options.skippedShare <= 0.9))
    throw new RangeError('skippedShare must be 0 to 0.9');
  return options;
}

/** The consensus of a slot. */
export function consensusAt(
  { consensus, alpenglowFrom }: Pick<GeneratorOptions, 'consensus' | 'alpenglowFrom'>,
  slot: number,
): ConsensusModel {
  return alpenglowFrom !== null && slot >= alpenglowFrom ? 'alpenglow' : consensus;
}

const SHARES = [
  'voteShare',
  'failureShare',
  'wrongStartIndexShare',
  'dexShare',
  'doubleBankShare',
  'wideShare',
] as const;

type NumericOption = { [K in keyof GeneratorOptions]: GeneratorOptions[K] extends number ? K : never };

function wholeBetween(
  options: GeneratorOptions,
  name: NumericOption[keyof GeneratorOptions] & keyof GeneratorOptions,
  low: number,
  high: number,
): void {
  const value = options[name] as number;
  if (!Number.isSafeInteger(value) || value < low || value > high)
    throw new RangeError(`${name} must be a whole number from ${low} to ${high}`);
}

function withoutUndefined<T extends object>(given: T): Partial<T> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<T>;
}
