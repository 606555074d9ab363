import { address, rangeAround, signature } from '@tickscope/chain';
import type { TestKey } from '@tickscope/testkit/store/chain-rows';
import type { Database } from '../database.js';
import { readTradeContext, type TradeContext } from '../trade-context/trade-context.js';
import { readWhereFound } from '../transactions/read-where-found.js';

export interface AskedTradeContext {
  /** Signature of the original. */
  signature: TestKey;
  account: TestKey;
  /** Slots on either side. Default: 5. */
  range?: number;
  page?: number;
  limit?: number;
}

/** Reads the trade context of a stored transaction. Throws if no stored block has it. */
export async function askTradeContext(
  database: Database,
  { range = 5, page = 1, limit = 100, ...asked }: AskedTradeContext,
): Promise<TradeContext> {
  const context = { id: 'test', signal: new AbortController().signal };
  const own = { signature: signature(asked.signature.base58), account: address(asked.account.base58) };
  const found = await readWhereFound(database, own.signature, context, (position) => {
    const { fromSlot: from, toSlot: to } = rangeAround(position.slot, range);
    return readTradeContext(database, { ...own, position, from, to, page, limit }, context);
  });
  if (found === null) throw new Error(`no stored block has ${own.signature}`);
  return found;
}
