import { type Row, trip } from './row.js';

const ANY_USE = [10, 1_000] as const;

/**
 * Attacks and profits taken by one wallet over up to four slots, where limits do not tell them apart: of both, any share
 * of the room is taken. They differ in size only.
 */
export const OVERLAP: readonly Row[] = [
  {
    name: 'attack, any use',
    isAttack: true,
    goal: 0,
    make: (stage) => () => {
      const wallet = stage.fresh();
      const span = stage.random.whole(0, 4);
      return trip(stage, { kind: 'attack, any use', wallets: [wallet, wallet], span, use: ANY_USE });
    },
  },
  {
    name: 'profit taken, any use',
    isAttack: false,
    goal: 1,
    make: (stage) => () => {
      const wallet = stage.fresh();
      return trip(stage, {
        kind: 'profit taken, any use',
        wallets: [wallet, wallet],
        span: stage.random.whole(0, 4),
        use: ANY_USE,
        front: [2, 15],
        victim: [15, 50],
      });
    },
  },
];
