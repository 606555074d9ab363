import { address, tokenAccount } from '../address.js';
import { inputFor } from '../fill.js';
import { newCurve } from '../market.js';
import type { FlowPool } from '../pool.js';
import { HARDLY, type Scene } from '../scene.js';
import type { Stage } from '../stage.js';
import type { Cost } from '../transaction.js';
import { byActors, type Row, trip } from './row.js';

const lookAlike = (name: string, goal: number, plant: (stage: Stage, kind: string) => boolean): Row => ({
  name,
  isAttack: false,
  goal,
  make: (stage) => () => plant(stage, name),
});

/** The trader itself is small; others move the price, at prices that they expected. */
const SMALL = { use: HARDLY, front: [2, 15], victim: [15, 50] } as const;

const takesProfit = lookAlike('takes a profit within 3 slots', 0.02, (stage, kind) => {
  const wallet = stage.fresh();
  return trip(stage, { kind, wallets: [wallet, wallet], span: stage.random.whole(0, 3), ...SMALL });
});

/** Copiers buy within two slots after a leader, who sells to them. Their limits are made after his trade, or wide. */
const leader = lookAlike('a leader with eight copiers', 0.02, (stage, kind) => {
  const { random, world } = stage;
  const span = random.whole(1, 4);
  const pool = stage.takePool(world.pools, span);
  if (pool === null) return false;
  const wallet = stage.fresh();
  const scene = stage.scene(kind, pool);
  const start = random.between(0, 0.5);
  world.at(world.slot, start, () => {
    scene.front({ wallet, amountIn: stage.shareOf(pool, 'buy', 0.005, 0.02), cost: stage.bid() });
  });
  for (let copier = 0; copier < 8; copier += 1) {
    const offset = random.whole(0, Math.min(2, span));
    world.at(world.slot + offset, random.between(offset === 0 ? start : 0, offset === span ? 0.4 : 1), () =>
      scene.victim(stage.shareOf(pool, 'buy', 0.002, 0.01), { use: random.chance(0.5) ? 'after' : HARDLY }),
    );
  }
  world.at(world.slot + span, random.between(0.5, 1), () => {
    scene.back({ wallet, amountIn: scene.gained, cost: stage.bid() });
    scene.close({ attackers: [wallet] });
  });
  return true;
});

/** 40 short trips of a wallet, then ten longer ones; all are scored. */
const scalper: Row = {
  name: '40 scalps, then longer ones',
  isAttack: false,
  goal: 0.02,
  times: 6,
  make: (stage) =>
    byActors(stage, scalper.name, 12, (actor) => {
      const wallet = address('scalper', actor.number);
      const span = actor.trips < 40 ? stage.random.whole(0, 4) : stage.random.whole(5, 10);
      return trip(stage, { kind: scalper.name, wallets: [wallet, wallet], span, ...SMALL }) ? { span } : null;
    }),
};

/** Buys a new token 25 slots after its creation, and sells to the public. */
const sniper = lookAlike('launch sniper', 0.02, (stage, kind) => {
  const { random, world } = stage;
  const pool = newCurve(stage.nextNumber());
  const [creator, wallet] = [stage.fresh(), stage.fresh()];
  world.at(world.slot, random.next(), () => {
    world.send({ wallet: creator, cost: stage.bid(), actions: [{ do: 'created', pool, share: 0 }] });
  });
  const scene = stage.scene(kind, pool);
  const first = world.slot + 25;
  const span = random.whole(1, 4);
  world.at(first, random.between(0, 0.4), () => {
    scene.front({ wallet, amountIn: stage.shareOf(pool, 'buy', 0.005, 0.02), cost: stage.bid() });
  });
  for (let buyer = random.whole(3, 8); buyer > 0; buyer -= 1)
    world.at(first + random.whole(0, span - 1), random.between(0.5, 1), () =>
      scene.victim(stage.shareOf(pool, 'buy', 0.01, 0.04), { use: HARDLY }),
    );
  world.at(first + span, random.next(), () => {
    scene.back({ wallet, amountIn: scene.gained, cost: stage.bid() });
    scene.close({ attackers: [wallet] });
  });
  return true;
});

/** Buys and sells the same amount at once, for the volume, with someone else's small trade between. */
const volumeBot: Row = {
  name: 'volume bot at a loss, with an outsider',
  isAttack: false,
  goal: 0,
  make: (stage) =>
    byActors(stage, volumeBot.name, 20, (actor) => {
      const wallet = address('volume-bot', actor.number);
      const span = stage.random.whole(0, 2);
      const sizes = { front: [5, 20], victim: [1, 2], use: HARDLY } as const;
      return trip(stage, { kind: volumeBot.name, wallets: [wallet, wallet], span, ...sizes })
        ? { span }
        : null;
    }),
};

/** Five wallets with equal bids trade equal amounts in both directions, an outsider between them. */
const ring = lookAlike('ring of five, with an outsider', 0, (stage, kind) => {
  const { random, world } = stage;
  const pool = stage.takePool(world.pools, 2);
  if (pool === null) return false;
  const price = random.whole(20_000, 900_000);
  const cost: Cost = {
    priorityLamports: BigInt(Math.ceil(price * 0.12)),
    computeUnitPrice: BigInt(price),
    tipLamports: 0n,
  };
  const wallets = Array.from({ length: 5 }, () => stage.fresh());
  const amountIn = stage.shareOf(pool, 'buy', 0.003, 0.01);
  const scene = stage.scene(kind, pool);
  const bought = new Map<string, bigint>();
  const steps = [
    ...wallets.map((wallet) => () => {
      bought.set(wallet, scene.front({ wallet, amountIn, cost }).traderOut);
    }),
    () => scene.victim(stage.shareOf(pool, 'buy', 0.005, 0.03), { use: HARDLY }),
    ...wallets.map((wallet, at) => () => {
      scene.back({ wallet, amountIn: bought.get(wallet)!, cost });
      if (at === wallets.length - 1) scene.close({ attackers: wallets });
    }),
  ];
  const half = steps.length >> 1;
  if (random.chance(0.5)) stage.inOneSlot(steps);
  else {
    stage.inOneSlot(steps.slice(0, half));
    world.at(world.slot + 1, -1, () => stage.inOneSlot(steps.slice(half)));
  }
  return true;
});

/** Quotes both sides: buys and sells lots in one slot, with others' trades between. */
const maker = (name: string, isFixed: boolean): Row => ({
  name,
  isAttack: false,
  goal: 0.05,
  make: (stage) =>
    byActors(stage, name, 20, (actor) => {
      const { random, world } = stage;
      const pool = stage.takePool(world.pools, 0);
      if (pool === null) return null;
      const wallet = address('quoting-maker', actor.number);
      const scene = stage.scene(name, pool, random.chance(0.5) ? 'buy' : 'sell');
      const lot = stage.shareOf(pool, 'sell', 0.004, 0.01);
      const sized = (): bigint =>
        isFixed ? lot : BigInt(Math.round(Number(lot) * random.between(0.6, 1.4)));
      const paying = (tokens: bigint): bigint =>
        inputFor(pool.program.pricing, pool, 'buy', tokens) ?? stage.shareOf(pool, 'buy', 0.004, 0.01);
      const buys = scene.side === 'buy';
      stage.inOneSlot([
        () => {
          scene.front({ wallet, amountIn: buys ? paying(sized()) : sized(), cost: stage.bid() });
        },
        () => scene.victim(stage.shareOf(pool, scene.side, 0.01, 0.04), { use: HARDLY }),
        () => {
          scene.back({ wallet, amountIn: buys ? sized() : paying(sized()), cost: stage.bid() });
          scene.close({ attackers: [wallet] });
        },
      ]);
      return { span: 0 };
    }),
});

/** Equal lots between two venues of one token: bought here and sold there, later the other way round. */
const arbitrage: Row = {
  name: 'arbitrage between venues, equal lots',
  isAttack: false,
  goal: 0.05,
  make: (stage) => {
    const pairs = stage.world.pools.flatMap((pool, at, all) => {
      const other = all[at - 1];
      return other !== undefined && other.baseMint === pool.baseMint ? [[other, pool] as const] : [];
    });
    return byActors(stage, arbitrage.name, 20, (actor) => {
      const { random, world } = stage;
      const [here, there] = random.pick(pairs);
      const span = random.whole(0, 3);
      if (!stage.take(here, span) || !stage.take(there, span)) return null;
      const wallet = address('arbitrageur', actor.number);
      const scene = stage.scene(arbitrage.name, here);
      const lot = stage.shareOf(here, 'sell', 0.002, 0.008);
      const swap = (pool: FlowPool, side: 'buy' | 'sell') => ({
        do: 'swap' as const,
        pool,
        side,
        amountIn: side === 'sell' ? lot : (inputFor(pool.program.pricing, pool, 'buy', lot) ?? 1n),
      });
      const open = (): void => {
        scene.open();
        const actions = [swap(here, 'buy'), swap(there, 'sell')];
        scene.adopt(world.send({ wallet, cost: stage.bid(), actions })[0]!, 'front');
      };
      const between = (): void => scene.victim(stage.shareOf(here, 'buy', 0.01, 0.04), { use: HARDLY });
      const close = (): void => {
        const actions = [swap(there, 'buy'), swap(here, 'sell')];
        scene.adopt(world.send({ wallet, cost: stage.bid(), actions })[1]!, 'back');
        scene.close({ attackers: [wallet] });
      };
      if (span === 0) stage.inOneSlot([open, between, close]);
      else {
        stage.inOneSlot([open, between]);
        world.at(world.slot + span, random.next(), close);
      }
      return { span };
    });
  },
};

/** Two strangers: one happens to sell what the other has just bought. */
const strangers = (
  name: string,
  legsOf: (stage: Stage) => { leg?: object; of(wallet: string): object; use?: typeof HARDLY },
): Row =>
  lookAlike(name, 0.02, (stage, kind) => {
    const { random } = stage;
    const { leg = {}, of } = legsOf(stage);
    const [buyer, seller] = [stage.fresh(), stage.fresh()];
    return trip(stage, {
      kind,
      wallets: [buyer, seller],
      span: random.whole(0, 4),
      ...SMALL,
      soldPerMillion: random.chance(0.5) ? 1_000_000 : random.whole(990_500, 1_009_500),
      leg,
      frontLeg: of(buyer),
      backLeg: () => of(seller),
    });
  });

const terminal: Row = {
  name: 'two users of one unlisted terminal',
  isAttack: false,
  goal: 0.02,
  make: (stage) => {
    const programs = Array.from({ length: 3 }, (_, at) => address('unlisted-terminal', at));
    return strangers(terminal.name, () => ({
      leg: { outer: stage.random.pick(programs) },
      of: () => ({}),
    })).make(stage);
  },
};

/** The sponsor pays for everyone who uses its wallet, so for many. */
const sponsor: Row = {
  name: 'two users of one sponsor',
  isAttack: false,
  goal: 0.02,
  make: (stage) => {
    const sponsors = Array.from({ length: 3 }, (_, at) => address('sponsor', at));
    return strangers(sponsor.name, () => {
      const wallet = stage.random.pick(sponsors);
      return { of: (authority) => ({ wallet, coSigners: [authority], swap: { authority } }) };
    }).make(stage);
  },
};

/** A wallet gives its friend tokens, who sells them at a gain. */
const gift = lookAlike('a gift sold at a gain', 0.02, (stage, kind) => {
  const wallets = [stage.fresh(), stage.fresh()] as const;
  return trip(stage, {
    kind,
    wallets,
    span: stage.random.whole(0, 3),
    ...SMALL,
    between: ({ pool, gained }: Scene) => {
      const owned = (owner: string) => ({ account: tokenAccount(owner, pool.baseMint), owner });
      stage.world.send({
        wallet: wallets[0],
        cost: stage.bid(),
        actions: [
          {
            do: 'transfer',
            mint: pool.baseMint,
            from: owned(wallets[0]),
            to: owned(wallets[1]),
            amount: gained,
          },
        ],
      });
    },
  });
});

export const LOOK_ALIKES: readonly Row[] = [
  takesProfit,
  leader,
  scalper,
  sniper,
  volumeBot,
  ring,
  maker('maker with fixed lots', true),
  maker('maker with random sizes', false),
  arbitrage,
  terminal,
  sponsor,
  gift,
];
