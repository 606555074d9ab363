import type { FlowPool } from '../pool.js';
import type { Scene } from '../scene.js';
import type { Stage } from '../stage.js';

/** A front and a back by two authorities whose fees one payer pays. */
function pair(
  stage: Stage,
  scene: Scene,
  pool: FlowPool,
  payer: string,
  ending: Parameters<Scene['close']>[0],
): void {
  const [buyer, seller] = [stage.fresh(), stage.fresh()];
  const { front, victim } = stage.sizes(pool);
  const leg = (authority: string, amountIn: bigint) => ({
    wallet: payer,
    coSigners: [authority],
    amountIn,
    cost: stage.bid(),
    swap: { authority },
  });
  stage.inOneSlot([
    () => {
      scene.front(leg(buyer, front));
    },
    () => scene.victim(victim),
    () => {
      scene.back(leg(seller, scene.gained));
      scene.close({ ...ending, attackers: [payer, buyer, seller] });
    },
  ]);
}

/** One payer for two authorities that no one else uses: the payer signed both. */
export function plantSamePayer(stage: Stage): boolean {
  const pool = stage.takePool(stage.world.pools, 0);
  if (pool === null) return false;
  pair(stage, stage.scene('linked by the fee payer', pool), pool, stage.fresh(), { attackers: [] });
  return true;
}

/** A relayer: it paid for three unrelated wallets before, and for these two now, so it links no wallets. */
export function plantRelayer(stage: Stage): boolean {
  const { random, world } = stage;
  const pool = stage.takePool(world.pools, 3);
  if (pool === null) return false;
  const relayer = stage.fresh();
  for (let stranger = 0; stranger < 3; stranger += 1) {
    const authority = stage.fresh();
    const elsewhere = random.pick(world.pools);
    world.at(world.slot + random.whole(0, 2), random.next(), () => {
      world.send({
        wallet: relayer,
        coSigners: [authority],
        cost: stage.bid(),
        actions: [
          {
            do: 'swap',
            pool: elsewhere,
            side: 'buy',
            amountIn: stage.shareOf(elsewhere, 'buy', 0.0005, 0.002),
            authority,
          },
        ],
      });
    });
  }
  world.at(world.slot + 3, -1, () => {
    pair(stage, stage.scene('a relayer pays (none)', pool), pool, relayer, {
      attackers: [],
      apart: {
        expected: 'none',
        reason: null,
        why: 'L1: a payer for three or more authorities links no one',
      },
    });
  });
  return true;
}
