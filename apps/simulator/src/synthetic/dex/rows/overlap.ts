import { attackSteps } from './attack.js';
import { attack, lookAlike } from './define.js';
import { anyBotHand } from './hand.js';
import { profitSteps } from './profit.js';
import type { Row } from './row.js';

const SPAN = [0, 4] as const;
const MANY = { lanes: 60, scenes: [1, 2], gap: [1, 6], bystanders: 'spared' } as const;

/**
 * What no table covers: one wallet's attacks, and profits taken, with one trade between, of whose limit any share is
 * used. Both by the same wallets, over the same spans.
 */
export const OVERLAP: readonly [Row, Row] = [
  attack('attacks, any use', 0, {
    ...MANY,
    actor(first) {
      const hand = anyBotHand(first);
      return (stage) => {
        const venue = stage.venue();
        return (
          venue && attackSteps(stage, venue, { fronts: [hand], backs: [hand], span: SPAN, limits: 'drawn' })
        );
      };
    },
  }),
  lookAlike('profits, any use', 1, {
    ...MANY,
    wants: 'gain',
    actor(first) {
      const hand = anyBotHand(first);
      return (stage) => {
        const venue = stage.venue();
        const follower = () => ({ limits: 'drawn' }) as const;
        return (
          venue &&
          profitSteps(stage, venue, { front: hand, back: hand, span: SPAN, followers: [1, 1], follower })
        );
      };
    },
  }),
];
