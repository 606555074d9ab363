import { dexOfProgram, type SymbolOf } from '@tickscope/dex';
import { poolOf } from '@tickscope/queries/mev';
import type { AddressLabel } from '@tickscope/queries/reference';
import { readRememberedLabels, readSymbols, readValidatorsAt } from '@tickscope/queries/reference';
import {
  findPositions,
  readFound,
  readStoredSlots,
  readTransactionTips,
  type TradedMarket,
} from '@tickscope/queries/transactions';
import type { components } from '@tickscope/schemas';
import { type AnswerOf, defineOperation } from '../../define-operation.js';
import { transactionNotFound } from '../../transaction-not-found.js';

type Response = components['schemas']['TransactionResponse'];

/** Time that the API document states. */
const KEPT_MS = 300_000;
/** For answers that a better version of the block, or the leader schedule, may still complete. */
const KEPT_UNFINISHED_MS = 5_000;

/** `GET /transaction/{signature}`: all known facts of one transaction. */
export const getTransaction = defineOperation('getTransaction', {
  caching: {
    most: 10_000,
    keyOf: ({ pathParameters }) => pathParameters.signature,
    keptMs: (answer) => (isWhole(answer) ? KEPT_MS : KEPT_UNFINISHED_MS),
  },
  async answer({ pathParameters, database, context }): Promise<AnswerOf<'getTransaction'>> {
    const { signature } = pathParameters;
    const positions = await findPositions(database, [signature], context);
    if (positions.length === 0) throw transactionNotFound(signature);
    const slots = positions.map(({ slot }) => slot);
    const [versions, leaders] = await Promise.all([
      readFound(database, positions, [signature], context),
      readStoredSlots(database, slots, context),
    ]);
    const [transaction, ...others] = versions.filter(({ slot }) => leaders.has(slot));
    if (transaction === undefined) throw transactionNotFound(signature);
    const { slot } = transaction;
    const leader = leaders.get(slot) ?? null;
    const markets = mergedMarkets(transaction.markets);
    const mints = [...new Set(transaction.markets.flatMap((market) => market.mints))];
    const pools = markets.map(({ pool }) => pool);
    const [validatorAt, labels, symbolOf, tips] = await Promise.all([
      readValidatorsAt(database, [leader], context),
      readRememberedLabels(database, pools, context),
      readSymbols(database, mints, context),
      readTransactionTips(database, transaction, context),
    ]);
    const { client, version, name } = validatorAt(leader, slot);
    return {
      success: true,
      data: {
        signature,
        slot,
        blockTime: transaction.blockTime,
        success: transaction.success,
        fee: transaction.feeLamports,
        tokens: mints,
        leader,
        client,
        clientVersion: version,
        validatorName: name,
        markets: markets.map((market) => describeMarket(market, labels.get(market.pool), symbolOf)),
        tips: transaction.success === null ? null : tips,
        ...(others.length === 0
          ? {}
          : { also_in: others.map(({ slot, blockTime, success }) => ({ slot, blockTime, success })) }),
      },
    };
  },
});

/**
 * Whether no fact is missing. A leader without a client version may get one: names arrive some seconds after
 * the first blocks.
 */
function isWhole({ data }: Response): boolean {
  const { leader, clientVersion, blockTime, success, fee } = data;
  return leader !== null && clientVersion !== null && blockTime !== null && success !== null && fee !== null;
}

/** Each pool once, in the order in which the transaction used them. */
function mergedMarkets(traded: readonly TradedMarket[]): TradedMarket[] {
  const byPool = new Map<string, TradedMarket>();
  for (const market of traded) {
    const known = byPool.get(market.pool);
    byPool.set(market.pool, { ...market, mints: [...(known?.mints ?? []), ...market.mints] });
  }
  return [...byPool.values()];
}

/** Tags from trusted labels come before what the pool's tokens call themselves. */
function describeMarket(
  market: TradedMarket,
  label: AddressLabel | undefined,
  symbolOf: SymbolOf,
): components['schemas']['Market'] {
  const dex = dexOfProgram(market.programId);
  const { pool_address, pool_label } = poolOf(market, symbolOf);
  const tags = ['pool', ...(dex === null ? [] : [dex.name, dex.kind]), ...(label?.tags ?? [])];
  return {
    poolAddress: pool_address,
    account_label: label?.label ?? pool_label,
    account_tags: [...new Set(tags)],
  };
}
