import {
  type SubscribeRequestFilterTransactions,
  TokenAccountExpansionControlFlag,
} from '@triton-one/yellowstone-grpc';
import bs58 from 'bs58';
import type { StoredTransaction } from '../chain/chain.js';
import { accountKeyTexts, firstSignature, tokenOwners } from '../chain/stored-transaction.js';
import { cuckooUnsupported, decodeKey, failedFilter } from './filter-values.js';

export type TransactionFilter = (tx: StoredTransaction) => boolean;

/**
 * One `transactions` filter: everything it lists must hold. `account_include` asks for one of its accounts,
 * `account_required` for all of them, `account_exclude` for none (yellowstone-grpc `filter.rs`).
 */
export function compileTransactionFilter(filter: SubscribeRequestFilterTransactions): TransactionFilter {
  if (filter.cuckooAccountInclude !== undefined) throw cuckooUnsupported();
  const signature = filter.signature === undefined ? null : decodeSignature(filter.signature);
  const include = new Set(filter.accountInclude.map(decodeKey));
  const exclude = new Set(filter.accountExclude.map(decodeKey));
  const required = new Set(filter.accountRequired.map(decodeKey));
  const asksForAccounts = include.size + exclude.size + required.size > 0;
  const { vote, failed, tokenAccounts } = filter;
  if (tokenAccounts === TokenAccountExpansionControlFlag.UNRECOGNIZED)
    throw failedFilter('invalid token_accounts mode value; expected ALL (0) or BALANCE_CHANGED (1)');

  return (tx) => {
    if (vote !== undefined && vote !== tx.isVote) return false;
    if (failed !== undefined && failed !== tx.isFailed) return false;
    if (signature !== null && Buffer.compare(signature, firstSignature(tx)) !== 0) return false;
    if (!asksForAccounts) return true;
    const keys = accountKeyTexts(tx);
    if (tokenAccounts !== undefined)
      for (const owner of tokenOwners(tx, tokenAccounts === TokenAccountExpansionControlFlag.BALANCE_CHANGED))
        keys.add(decodeKey(owner));
    if (!isSubset(required, keys)) return false;
    if (include.size > 0 && !overlaps(include, keys)) return false;
    return !overlaps(exclude, keys);
  };
}

export function overlaps(left: ReadonlySet<string>, right: ReadonlySet<string>): boolean {
  for (const item of left) if (right.has(item)) return true;
  return false;
}

function isSubset(left: ReadonlySet<string>, right: ReadonlySet<string>): boolean {
  for (const item of left) if (!right.has(item)) return false;
  return true;
}

function decodeSignature(text: string): Uint8Array {
  const bytes = bs58.decodeUnsafe(text);
  if (bytes === undefined) throw failedFilter('failed to decode string to signature');
  if (bytes.length !== 64) throw failedFilter('string decoded to wrong size for signature');
  return bytes;
}
