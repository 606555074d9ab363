import { createPlan, launchAccounts } from '../flow/launch.js';
import { launchPool } from '../market.js';
import { newBot } from '../sandwich/bot.js';
import type { Step } from '../steps.js';
import type { Act, Stage } from './row.js';
import { type Limits, type ScenePool, scenePoolOf, take } from './scene-pool.js';

/**
 * An actor that waits for a token: its first scene creates one, which others trade, and its next one plays in that pool.
 *
 * @param limits of the pool's own traders
 */
export function afterLaunch(
  { market }: Stage,
  limits: Limits,
  act: (stage: Stage, launched: ScenePool) => Step[] | null,
): Act {
  const accounts = launchAccounts(market);
  let launched: ScenePool | null = null;
  return (stage) => {
    if (launched !== null) return act(stage, launched);
    const { context, random, slot } = stage;
    const maker = newBot({ market, context });
    const pool = launchPool(market, maker.wallet);
    const scenePool = scenePoolOf(pool, 0.3 + 0.9 * random.unit());
    scenePool.buyShare = 0.85;
    scenePool.isPassing = true;
    take(scenePool, limits);
    return [
      {
        slot,
        position: 0.9 * random.unit(),
        plan(now) {
          launched = scenePool;
          stage.addScenePool(scenePool);
          return createPlan(market, accounts, maker, pool, now);
        },
      },
    ];
  };
}
