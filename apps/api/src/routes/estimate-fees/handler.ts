import {
  type AccountFees,
  costliestOf,
  type Fees,
  type PricePercentiles,
  type PriceSample,
  readFees,
  type UsedShare,
} from '@tickscope/queries/fees';
import { rounded } from '@tickscope/queries/write-locks';
import type { components } from '@tickscope/schemas';
import { type AnswerOf, defineOperation } from '../../define-operation.js';

type Schemas = components['schemas'];

const QUARTER_TICKS = 16;

/** `POST /fees/estimate`: what successful writers of some accounts paid in the newest slots. */
export const estimateFees = defineOperation('estimateFees', {
  isOurs: true,
  async answer({ body, database, computeLimits, context }): Promise<AnswerOf<'estimateFees'>> {
    const { slots } = body;
    const question = { accounts: [...new Set(body.accounts)], slots };
    const fees = await readFees(database, question, computeLimits, context);
    return { success: true, data: { slots, ...(fees === null ? NOTHING : answerOf(fees)) } };
  },
});

type Found = Omit<Schemas['EstimateFeesResponse']['data'], 'slots'>;

const NOTHING: Found = {
  slot_range: { min: null, max: null },
  block_count: 0,
  costliest: null,
  accounts: [],
  coverage: null,
};

function answerOf({ range, readableSlots, coverage, accounts }: Fees): Found {
  const costliest = costliestOf(accounts);
  return {
    slot_range: { min: range.fromSlot, max: range.toSlot },
    block_count: readableSlots,
    costliest: costliest && { account: costliest.account, ...sample(costliest) },
    accounts: accounts.map(accountFees),
    coverage: {
      missing_slots: coverage.missing_slots,
      incomplete_slots: coverage.incomplete_slots,
    },
  };
}

function accountFees(fees: AccountFees): Schemas['AccountFees'] {
  return {
    account: fees.account,
    landed_count: fees.landed,
    without_price_count: fees.withoutPrice,
    failed_count: fees.failed,
    unknown_count: fees.unknown,
    ...sample(fees),
    by_ticks: fees.byQuarter.map((quarter, at) => ({
      first_tick: at * QUARTER_TICKS,
      last_tick: (at + 1) * QUARTER_TICKS - 1,
      ...sample(quarter),
    })),
    without_tick_count: fees.byQuarter.reduce((rest, { count }) => rest - count, fees.count),
    compute_limit_share: fees.usedShare && computeLimitShare(fees.usedShare),
  };
}

function sample({ count, prices }: PriceSample): Schemas['PriceSample'] {
  return { priced_count: count, compute_unit_price: prices && computeUnitPrice(prices) };
}

function computeUnitPrice(prices: PricePercentiles): Schemas['ComputeUnitPrice'] {
  const { min, p25, p50, p75, p90, p95, max } = prices;
  return {
    ...{ min: String(min), p25: String(p25), p50: String(p50), p75: String(p75) },
    ...{ p90: String(p90), p95: String(p95), max: String(max) },
  };
}

function computeLimitShare({ slots, mean, p50, p90, max }: UsedShare): Schemas['ComputeLimitShare'] {
  const share = (value: number): number => rounded(value, 6);
  return { slot_count: slots, mean: share(mean), p50: share(p50), p90: share(p90), max: share(max) };
}
