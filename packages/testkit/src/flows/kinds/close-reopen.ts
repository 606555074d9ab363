import type { Stage } from '../stage.js';

/**
 * A bot sandwiches twice in a row in one slot, and another wallet sells between its sale and its next buy. That seller
 * is not a victim, because the second buy spends half of what the first sale brought and opens a sandwich of its own.
 */
export function plantReopen(stage: Stage): boolean {
  const { random } = stage;
  const pool = stage.takePool(stage.world.pools, 0);
  if (pool === null) return false;
  const { wallet } = random.pick(stage.bots);
  const kind = 'close, then a new open';
  const [first, second] = [stage.scene(kind, pool), stage.scene(kind, pool)];
  const { front, victim } = stage.sizes(pool);
  const close = (scene: typeof first) => (): void => {
    const amountIn = scene.gained;
    scene.back({ wallet, amountIn, cost: stage.bidWithTip(scene.prospect(amountIn), 0.4) });
    scene.close({ attackers: [wallet] });
  };
  stage.inOneSlot([
    () => {
      first.front({ wallet, amountIn: front, cost: stage.bid() });
    },
    () => first.victim(victim),
    close(first),
    () => stage.scene(kind, pool, 'sell').victim(stage.shareOf(pool, 'sell', 0.01, 0.03)),
    () => {
      second.front({ wallet, amountIn: front / 2n, cost: stage.bid() });
    },
    () => second.victim(victim),
    close(second),
  ]);
  return true;
}

/**
 * The back leg is the front leg of the next sandwich, where direction and quantity fit: the sale's proceeds buy
 * everything back after another wallet sold into the price that the sale had lowered.
 */
export function plantCloseAsOpen(stage: Stage): boolean {
  const { random } = stage;
  const pool = stage.takePool(stage.world.pools, 0);
  if (pool === null) return false;
  const { wallet } = random.pick(stage.bots);
  const first = stage.scene('a close that is the next open', pool);
  const second = stage.scene('a close that is the next open', pool, 'sell');
  const { front, victim } = stage.sizes(pool);
  stage.inOneSlot([
    () => {
      first.front({ wallet, amountIn: front, cost: stage.bid() });
    },
    () => first.victim(victim),
    () => {
      second.open();
      const amountIn = first.gained;
      const sale = first.back({ wallet, amountIn, cost: stage.bidWithTip(first.prospect(amountIn), 0.3) });
      first.close({ attackers: [wallet] });
      second.adopt(sale, 'front');
    },
    () => second.victim(stage.shareOf(pool, 'sell', 0.02, 0.05)),
    () => {
      second.back({ wallet, amountIn: second.gained, cost: stage.bid() });
      second.close({ attackers: [wallet] });
    },
  ]);
  return true;
}
