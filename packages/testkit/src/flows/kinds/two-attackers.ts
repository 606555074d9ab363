import type { Stage } from '../stage.js';

/** Two bots around one victim in one slot, nested or overlapping. Neither is the other's victim. */
export function plantTwoAttackers(stage: Stage): boolean {
  const { random } = stage;
  const pool = stage.takePool(stage.world.pools, 0);
  if (pool === null) return false;
  const [outer, inner] = [stage.scene('two attackers', pool), stage.scene('two attackers', pool)];
  const first = random.whole(0, stage.bots.length - 1);
  const wallets = [first, (first + 1 + random.whole(0, stage.bots.length - 2)) % stage.bots.length].map(
    (index) => stage.bots[index]!.wallet,
  );
  const buy = (scene: typeof outer, wallet: string) => (): void => {
    scene.front({ wallet, amountIn: stage.shareOf(pool, 'buy', 0.01, 0.03), cost: stage.bid() });
  };
  const sell = (scene: typeof outer, wallet: string) => (): void => {
    const amountIn = scene.gained;
    scene.back({ wallet, amountIn, cost: stage.bidWithTip(scene.prospect(amountIn), 0.3) });
    scene.close({ attackers: [wallet] });
  };
  const sales = [sell(inner, wallets[1]!), sell(outer, wallets[0]!)];
  if (random.chance(0.5)) sales.reverse();
  stage.inOneSlot([
    buy(outer, wallets[0]!),
    buy(inner, wallets[1]!),
    () => outer.victim(stage.shareOf(pool, 'buy', 0.03, 0.06)),
    ...sales,
  ]);
  return true;
}
