import { readRecentFees } from '@tickscope/queries/fees';
import type { InputOf } from '../../define-operation.js';
import { invalidRequest } from '../../errors.js';
import { addressesOf } from './params.js';

/** As many as a node remembers. */
const SLOTS = 150;

/** `getRecentPrioritizationFees [accounts?]`: one number a slot, oldest first. */
export async function recentPrioritizationFees(
  params: readonly unknown[],
  { database, context }: InputOf<'callRpc'>,
): Promise<string> {
  if (params.length > 1) throw invalidRequest('params: expected at most one, an array of addresses');
  const [given] = params;
  const accounts = given === undefined || given === null ? [] : addressesOf(given, 'params.0');
  const fees = await readRecentFees(database, { accounts, slots: SLOTS }, context);
  return `[${fees.map(({ slot, price }) => `{"slot":${slot},"prioritizationFee":${price}}`).join(',')}]`;
}
