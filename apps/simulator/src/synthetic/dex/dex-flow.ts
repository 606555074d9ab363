import type { PlanContext, Scenario, TransactionKind } from '../kinds/kind.js';
import type { GeneratorOptions } from '../options.js';
import { weightedSampler } from '../random.js';
import type { World } from '../world.js';
import { arbitrageKind } from './flow/arbitrage.js';
import { createHolders } from './flow/holders.js';
import { jitLiquidity } from './flow/jit-liquidity.js';
import { launches } from './flow/launch.js';
import { marketMakerKind } from './flow/market-maker.js';
import { retailKind } from './flow/retail.js';
import { routeKind } from './flow/route.js';
import { washRings } from './flow/wash-ring.js';
import { createMarket, type Market } from './market.js';
import type { SandwichLabel } from './sandwich/label.js';
import { createPlanter } from './sandwich/planter.js';

/** All DEX traffic of a chain: randomly drawn transactions, multi-transaction scenarios, planted sandwiches. */
export interface DexFlow {
  market: Market;
  /** Draws one of the honest kinds. */
  kind: { plan(context: PlanContext): ReturnType<TransactionKind['plan']> };
  scenarios: Scenario[];
  /** Returns the labels of the sandwiches completed since the last call. */
  takeLabels(): SandwichLabel[];
}

export function createDexFlow(world: World, options: GeneratorOptions): DexFlow {
  const market = createMarket(world, options);
  const holders = createHolders(market);
  const kinds: TransactionKind[] = [
    retailKind(market, holders),
    routeKind(market),
    arbitrageKind(market),
    marketMakerKind(market),
  ];
  const honest = options.dexShare > 0 ? [washRings(market), launches(market), jitLiquidity(market)] : [];
  const draw = weightedSampler(kinds.map(({ weight }) => weight));
  const planter = createPlanter(market, holders, options);
  return {
    market,
    kind: { plan: (context) => kinds[draw(context.random)]!.plan(context) },
    scenarios: [holders, ...honest, planter],
    takeLabels: () => planter.takeLabels(),
  };
}
