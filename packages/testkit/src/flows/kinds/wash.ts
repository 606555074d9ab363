import type { Stage } from '../stage.js';
import type { Cost } from '../transaction.js';

/**
 * A ring that trades with itself at one explicit price: the first member buys, others buy, the first sells everything.
 */
export function plantWash(stage: Stage): boolean {
  const { random, world } = stage;
  const pool = stage.takePool(world.pools, 0);
  if (pool === null) return false;
  const ring = Array.from({ length: random.whole(3, 12) }, () => stage.fresh());
  const price = random.whole(20_000, 900_000);
  const cost: Cost = {
    priorityLamports: BigInt(Math.ceil(price * 0.12)),
    computeUnitPrice: BigInt(price),
    tipLamports: 0n,
  };
  const scene = stage.scene('wash ring (suspected)', pool);
  const amountIn = stage.shareOf(pool, 'buy', 0.002, 0.01);
  const [first, ...others] = ring as [string, ...string[]];
  stage.inOneSlot(
    [
      () => {
        scene.front({ wallet: first, amountIn, cost });
      },
      ...others.map((wallet) => () => {
        world.send({ wallet, cost, actions: [{ do: 'swap', pool, side: 'buy', amountIn }] });
      }),
      () => {
        scene.back({ wallet: first, amountIn: scene.gained, cost });
        scene.close({
          attackers: [first],
          apart: {
            expected: 'suspected',
            reason: 'wash',
            why: 'rule 6: attacker and all victims in one ring',
          },
        });
      },
    ],
    true,
  );
  return true;
}
