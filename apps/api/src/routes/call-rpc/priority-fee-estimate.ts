import type { Address } from '@tickscope/chain';
import { type AccountFees, type PricePercentiles, readFees } from '@tickscope/queries/fees';
import type { InputOf } from '../../define-operation.js';
import { invalidRequest } from '../../errors.js';
import { addressesOf, objectOf } from './params.js';
import { writableAccounts } from './writable-accounts.js';

/** The levels of the method and the percentiles that they stand for, as the providers who have it document them. */
const LEVELS: Readonly<Record<string, keyof PricePercentiles>> = {
  Min: 'min',
  Low: 'p25',
  Medium: 'p50',
  High: 'p75',
  VeryHigh: 'p95',
  UnsafeMax: 'max',
  Default: 'p50',
};
const ALL_LEVELS = {
  min: 'min',
  low: 'p25',
  medium: 'p50',
  high: 'p75',
  veryHigh: 'p95',
  unsafeMax: 'max',
} as const;
const ENCODINGS = ['Base58', 'Base64'] as const;
const MOST_SLOTS = 150;

interface Question {
  accounts: Address[];
  slots: number;
  /** Null: all levels. */
  level: keyof PricePercentiles | null;
}

/**
 * `getPriorityFeeEstimate [{transaction | accountKeys, options?}]`: of each level the highest of the accounts' percentiles.
 * Null where no successful transaction that set a price wrote any of them.
 */
export async function priorityFeeEstimate(
  params: readonly unknown[],
  { database, computeLimits, context }: InputOf<'callRpc'>,
): Promise<string> {
  const { accounts, slots, level } = questionOf(params);
  const fees = await readFees(database, { accounts, slots }, computeLimits, context);
  const found = fees?.accounts ?? [];
  if (level !== null) return `{"priorityFeeEstimate":${highest(found, level)}}`;
  const levels = Object.entries(ALL_LEVELS).map(([name, of]) => `"${name}":${highest(found, of)}`);
  return `{"priorityFeeLevels":{${levels.join(',')}}}`;
}

function highest(accounts: readonly AccountFees[], level: keyof PricePercentiles): bigint | null {
  let most: bigint | null = null;
  for (const { prices } of accounts)
    if (prices !== null && (most === null || prices[level] > most)) most = prices[level];
  return most;
}

function questionOf(params: readonly unknown[]): Question {
  if (params.length !== 1) throw invalidRequest('params: expected one, an object');
  const { transaction, accountKeys, options } = objectOf(params[0], 'params.0', [
    'transaction',
    'accountKeys',
    'options',
  ]);
  const asked = objectOf(options ?? {}, 'params.0.options', [
    ...['priorityLevel', 'includeAllPriorityFeeLevels', 'transactionEncoding', 'lookbackSlots'],
    ...['recommended', 'includeVote', 'evaluateEmptySlotAsZero'],
  ] as const);
  return {
    accounts: accountsOf(transaction, accountKeys, asked.transactionEncoding),
    slots: slotsOf(asked.lookbackSlots),
    level: levelOf(asked),
  };
}

function accountsOf(transaction: unknown, accountKeys: unknown, encoding: unknown): Address[] {
  if ((transaction === undefined) === (accountKeys === undefined))
    throw invalidRequest('params.0: expected exactly one of transaction and accountKeys');
  if (accountKeys !== undefined) {
    const accounts = addressesOf(accountKeys, 'params.0.accountKeys');
    if (accounts.length === 0) throw invalidRequest('params.0.accountKeys: expected one address or more');
    return accounts;
  }
  if (typeof transaction !== 'string')
    throw invalidRequest('params.0.transaction: expected a serialized transaction, in base64 or base58');
  const known = ENCODINGS.find((name) => name.toLowerCase() === String(encoding).toLowerCase());
  if (encoding !== undefined && known === undefined)
    throw invalidRequest('params.0.options.transactionEncoding: expected Base58 or Base64');
  return writableAccounts(transaction, known ?? null, 'params.0.transaction');
}

function slotsOf(value: unknown): number {
  if (value === undefined) return MOST_SLOTS;
  if (Number.isInteger(value) && (value as number) >= 1 && (value as number) <= MOST_SLOTS)
    return value as number;
  throw invalidRequest(`params.0.options.lookbackSlots: expected an integer, 1 to ${MOST_SLOTS}`);
}

/** Samples are of transactions that wrote the accounts, so slots without one, and other votes, are in none: their options change nothing. */
function levelOf(asked: Partial<Record<string, unknown>>): Question['level'] {
  for (const name of ['includeAllPriorityFeeLevels', 'recommended', 'includeVote', 'evaluateEmptySlotAsZero'])
    if (asked[name] !== undefined && typeof asked[name] !== 'boolean')
      throw invalidRequest(`params.0.options.${name}: expected true or false`);
  const { priorityLevel = 'Default', includeAllPriorityFeeLevels } = asked;
  const names = Object.keys(LEVELS);
  const name = names.find((it) => it.toLowerCase() === String(priorityLevel).toLowerCase());
  if (typeof priorityLevel !== 'string' || name === undefined)
    throw invalidRequest(`params.0.options.priorityLevel: expected one of ${names.join(', ')}`);
  return includeAllPriorityFeeLevels === true ? null : LEVELS[name]!;
}
