import { dexOfProgram } from '@tickscope/dex';
import { type AddressLabel, readLabels } from '@tickscope/queries/reference';
import {
  areLimitsKnown,
  type HeatCell,
  type HotAccount,
  hotScore,
  type LockQuestion,
  limitsIn,
  readHeatMap,
  readHeatRange,
  readHotAccounts,
  readLockRange,
  readLocksCoverage,
  readQuestion,
  rounded,
} from '@tickscope/queries/write-locks';
import type { components } from '@tickscope/schemas';
import { defineOperation } from '../../define-operation.js';

type Request = components['schemas']['HotAccountsRequest'];
type Response = components['schemas']['HotAccountsResponse'];
type Data = Response['data'];

/** `POST /write-locks/hot-accounts`: the accounts under whose write locks the most compute units were used. */
export const findHotAccounts = defineOperation('findHotAccounts', {
  async answer({ body: request, rangeDatabase: database, computeLimits, context }) {
    const question = readQuestion(request, 'time_range and slot');
    const range = await readLockRange(database, question, context);
    if (range === null) return response(question, request, NOTHING);
    const limits = limitsIn(computeLimits, range);
    const coverage = await readLocksCoverage(database, range, context);
    const heatRange = await readHeatRange(database, range, limits, context);
    const hot = await readHotAccounts(database, heatRange, request.limit, context);
    const addresses = hot.accounts.map(({ account }) => account);
    const [heat, labels] = await Promise.all([
      readHeatMap(database, heatRange, hot.accounts, context),
      readLabels(database, addresses, context),
    ]);
    const blocksWithMeta = heat.points.reduce((sum, point) => sum + point.blocksWithMeta, 0);
    const blocks = areLimitsKnown(limits, range.fromSlot) ? blocksWithMeta : 0;
    return response(question, request, {
      slot_range: { min: range.fromSlot, max: range.toSlot },
      hot_accounts: hot.accounts.map((account) => hotAccount(account, labels, blocks)),
      heatmap_data: heat.cells.map(heatCell),
      slots_per_point: heat.slotsPerPoint,
      is_ranking_exact: hot.isRankingExact,
      coverage,
    });
  },
});

type Found = Pick<
  Data,
  'slot_range' | 'hot_accounts' | 'heatmap_data' | 'slots_per_point' | 'is_ranking_exact' | 'coverage'
>;

const NOTHING: Found = {
  slot_range: { min: null, max: null },
  hot_accounts: [],
  heatmap_data: [],
  slots_per_point: 1,
  is_ranking_exact: true,
  coverage: null,
};

function response({ mode, value }: LockQuestion, { limit }: Request, found: Found): Response {
  return {
    success: true,
    data: { query_mode: mode === 'slot' ? 'slot' : 'time_range', query_value: value, limit, ...found },
    timestamp: new Date().toISOString(),
  };
}

/** @param blocks stored blocks of the range that have compute units; 0: the utilisation is not known */
function hotAccount(
  account: HotAccount,
  labels: ReadonlyMap<string, AddressLabel>,
  blocks: number,
): Data['hot_accounts'][number] {
  const { utilizationSum, utilizationMax, writeCount, unknownCount } = account;
  const knowsAny = unknownCount < writeCount;
  const mean = utilizationSum === null || !knowsAny || blocks === 0 ? null : utilizationSum / blocks;
  return {
    account_id: account.account,
    label: labels.get(account.account)?.label ?? dexOfProgram(account.account)?.name ?? null,
    write_count: writeCount,
    conflict_count: account.conflictCount,
    unique_signers: account.uniqueSigners,
    failed_count: knowsAny ? account.failedCount : null,
    compute_units: knowsAny ? Number(account.computeUnits) : null,
    utilization_mean: mean === null ? null : rounded(mean, 6),
    utilization_max: mean === null || utilizationMax === null ? null : rounded(utilizationMax, 6),
    hot_score: hotScore(mean),
    fee_percentiles: account.prices,
  };
}

function heatCell(cell: HeatCell): Data['heatmap_data'][number] {
  return {
    slot: cell.slot,
    account_id: cell.account,
    access_count: cell.accessCount,
    write_count: cell.writeCount,
    read_count: cell.accessCount - cell.writeCount,
    timestamp: cell.timestamp,
  };
}
