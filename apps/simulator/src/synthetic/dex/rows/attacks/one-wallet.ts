import { attackSteps } from '../attack.js';
import { attack } from '../define.js';
import { anyBotHand } from '../hand.js';
import type { Row } from '../row.js';

const GOAL = 0.98;

/** One wallet that buys before others and sells after them. */
export const oneWallet: readonly Row[] = [
  row('one wallet, one slot', [0, 0]),
  row('one wallet, spans of 1 to 4', [1, 4]),
  row('one wallet, one slot, no limit known', [0, 0], { limits: 'none' }),
  row('dollars, over two slots', [1, 1], { isDollar: true }),
];

function row(
  name: string,
  span: readonly [number, number],
  { limits = 'used', isDollar = false }: { limits?: 'used' | 'none'; isDollar?: boolean } = {},
): Row {
  return attack(name, GOAL, {
    // Some attackers come once, others many times.
    scenes: [1, 4],
    bystanders: limits === 'none' ? 'none' : 'any',
    actor(first) {
      const hand = anyBotHand(first);
      return (stage) => {
        const venue = stage.venue({ isDollar });
        if (venue === null) return null;
        const victims = stage.random.chance(0.75) ? 1 : stage.random.between(2, 6);
        return attackSteps(stage, venue, { fronts: [hand], backs: [hand], span, limits, victims });
      };
    },
  });
}
