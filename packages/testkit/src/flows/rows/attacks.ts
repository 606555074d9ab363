import { address, tokenAccount } from '../address.js';
import type { FlowPool } from '../pool.js';
import { PUSHED } from '../scene.js';
import type { Stage } from '../stage.js';
import { byActors, type Row, trip } from './row.js';

const attack = (name: string, goal: number, plant: (stage: Stage, kind: string) => boolean): Row => ({
  name,
  isAttack: true,
  goal,
  make: (stage) => () => plant(stage, name),
});

const one = (stage: Stage): readonly [string, string] => {
  const wallet = stage.fresh();
  return [wallet, wallet];
};
const two = (stage: Stage): readonly [string, string] => [stage.fresh(), stage.fresh()];
const shortSpan = (stage: Stage): number => (stage.random.chance(0.5) ? 0 : stage.random.whole(1, 4));

/** Tokens passed on over some wallets, in the back's slot or in one between in which the pool may not be traded. */
const transfers = (hops: number, isQuiet: boolean): Row =>
  attack(`${hops} transfers${isQuiet ? ', in a slot between' : ''}`, 0.95, (stage, kind) => {
    const wallets = Array.from({ length: hops + 1 }, () => stage.fresh());
    const span = isQuiet ? stage.random.whole(2, 4) : shortSpan(stage);
    return trip(stage, {
      kind,
      wallets: [wallets[0]!, wallets[hops]!],
      span,
      ...(isQuiet ? { betweenSlots: 1 } : {}),
      between: (scene) => {
        const { baseMint } = scene.pool;
        const owned = (owner: string) => ({ account: tokenAccount(owner, baseMint), owner });
        for (let hop = 0; hop < hops; hop += 1)
          stage.world.send({
            wallet: wallets[hop]!,
            cost: stage.bid(),
            actions: [
              {
                do: 'transfer',
                mint: baseMint,
                from: owned(wallets[hop]!),
                to: owned(wallets[hop + 1]!),
                amount: scene.gained,
              },
            ],
          });
      },
    });
  });

const handedOver = attack('account handed over', 0.95, (stage, kind) => {
  const wallets = two(stage);
  const accountOf = (pool: FlowPool): string => tokenAccount(wallets[0], pool.baseMint);
  return trip(stage, {
    kind,
    wallets,
    span: shortSpan(stage),
    between: ({ pool, gained }) => {
      stage.world.send({
        wallet: wallets[0],
        cost: stage.bid(),
        actions: [
          {
            do: 'set_authority',
            mint: pool.baseMint,
            from: { account: accountOf(pool), owner: wallets[0] },
            to: { account: accountOf(pool), owner: wallets[1] },
            amount: gained,
          },
        ],
      });
    },
    backLeg: ({ pool }) => ({ swap: { source: { account: accountOf(pool), owner: wallets[1] } } }),
  });
});

/** Both wallets call a private program, which keeps the tokens in an account of its own. */
const vault = attack('private program with a vault', 0.95, (stage, kind) => {
  const outer = address('vault-program', stage.nextNumber());
  const owner = address('vault-authority', stage.nextNumber());
  const held = (pool: FlowPool) => ({ account: tokenAccount(owner, pool.baseMint), owner });
  const pool = stage.takePool(stage.world.pools, 4);
  if (pool === null) return false;
  return trip(stage, {
    kind,
    pool,
    wallets: two(stage),
    span: shortSpan(stage),
    leg: { outer },
    frontLeg: { swap: { destination: held(pool) } },
    backLeg: () => ({ swap: { source: held(pool) } }),
    programs: [outer],
  });
});

/** One fee payer for a new pair of wallets each time, which it has paid for six of before. */
const gasPayer: Row = {
  name: 'own gas payer',
  isAttack: true,
  goal: 0.95,
  make: (stage) =>
    byActors(stage, 'own gas payer', 25, (actor, kind) => {
      const payer = address('gas-payer', actor.number);
      const [buyer, seller] = two(stage);
      const outer = actor.number % 2 === 0 ? { outer: address('gas-program', actor.number) } : {};
      const leg = (authority: string) => ({ wallet: payer, coSigners: [authority], swap: { authority } });
      const span = shortSpan(stage);
      const done = trip(stage, {
        kind,
        wallets: [buyer, seller],
        span,
        leg: outer,
        frontLeg: leg(buyer),
        backLeg: () => leg(seller),
      });
      return done ? { span } : null;
    }),
};

const freshPairs: Row = {
  name: 'fresh pair behind one private program, from the sixth on',
  isAttack: true,
  goal: 0.95,
  make: (stage) =>
    byActors(stage, freshPairs.name, 25, (actor, kind) => {
      const outer = address('pair-program', actor.number);
      const span = stage.random.whole(0, 4);
      const done = trip(stage, { kind, wallets: two(stage), span, leg: { outer }, programs: [outer] });
      return done ? { span } : null;
    }),
};

/** One wallet that does the same again and again. */
const again = (
  name: string,
  plan: (stage: Stage) => Partial<Parameters<typeof trip>[1]> & { span: number },
): Row => ({
  name: `${name}, from the sixth on`,
  isAttack: true,
  goal: 0.95,
  make: (stage) =>
    byActors(stage, `${name}, from the sixth on`, 30, (actor, kind) => {
      const wallet = address('again', actor.number);
      const drawn = plan(stage);
      return trip(stage, { ...drawn, kind, wallets: [wallet, wallet] }) ? drawn : null;
    }),
});

/** Fronts and backs in parts. */
const split = (name: string, fronts: number, backs: number): Row =>
  attack(name, 0.9, (stage, kind) => {
    const pool = stage.takePool(stage.world.pools, 2);
    if (pool === null) return false;
    const { random, world } = stage;
    const wallet = stage.fresh();
    const scene = stage.scene(kind, pool);
    const part = stage.shareOf(pool, 'buy', 0.01, 0.05) / BigInt(fronts);
    const first = world.slot;
    const isWide = random.chance(0.4);
    const last = first + (isWide ? random.whole(1, 2) : 0);
    const steps = [
      ...Array.from({ length: fronts }, () => () => {
        scene.front({ wallet, amountIn: part, cost: stage.bid() });
      }),
      () => scene.victim(stage.shareOf(pool, 'buy', 0.025, 0.06), { use: PUSHED }),
    ];
    let sold = 0n;
    const closing = Array.from({ length: backs }, (_, index) => () => {
      const isLast = index === backs - 1;
      const amountIn = isLast ? scene.gained - sold : scene.gained / BigInt(backs);
      sold += amountIn;
      scene.back({ wallet, amountIn, cost: stage.bid() });
      if (isLast) scene.close({ attackers: [wallet] });
    });
    if (isWide) {
      stage.inOneSlot(steps);
      world.at(last, -1, () => stage.inOneSlot(closing));
    } else stage.inOneSlot([...steps, ...closing]);
    return true;
  });

const twoPools = attack('two pools at once', 0.9, (stage, kind) => {
  const { world } = stage;
  const pools = [stage.takePool(world.pools, 0), stage.takePool(world.pools, 0)];
  const [first, second] = pools;
  if (!first || !second || first.baseMint === second.baseMint) return false;
  const wallet = stage.fresh();
  const scenes = [first, second].map((pool) => stage.scene(kind, pool));
  const send = (side: 'buy' | 'sell', amounts: readonly bigint[]) =>
    world.send({
      wallet,
      cost: stage.bid(),
      actions: scenes.map(({ pool }, at) => ({ do: 'swap', pool, side, amountIn: amounts[at]! })),
    });
  stage.inOneSlot([
    () => {
      for (const scene of scenes) scene.open();
      const swaps = send(
        'buy',
        scenes.map(({ pool }) => stage.shareOf(pool, 'buy', 0.01, 0.05)),
      );
      scenes.forEach((scene, at) => {
        scene.adopt(swaps[at]!, 'front');
      });
    },
    ...scenes.map((scene) => () => scene.victim(stage.shareOf(scene.pool, 'buy', 0.025, 0.06))),
    () => {
      const swaps = send(
        'sell',
        scenes.map(({ gained }) => gained),
      );
      scenes.forEach((scene, at) => {
        scene.adopt(swaps[at]!, 'back');
        scene.close({ attackers: [wallet] });
      });
    },
  ]);
  return true;
});

const liquidityOnTop = attack('liquidity on top', 0.9, (stage, kind) => {
  const pool = stage.takePool(stage.world.pools, 1);
  if (pool === null) return false;
  const share = stage.random.whole(20, 100);
  return trip(stage, {
    kind,
    pool,
    wallets: one(stage),
    span: 0,
    frontLeg: { after: [{ do: 'liquidity_added', pool, share }] },
    backLeg: () => ({
      before: [{ do: 'liquidity_removed', pool, share: Math.round((1_000 * share) / (1_000 + share)) }],
    }),
  });
});

export const ATTACKS: readonly Row[] = [
  attack('one wallet, one slot', 0.98, (stage, kind) => trip(stage, { kind, wallets: one(stage), span: 0 })),
  attack('one wallet, spans of 1 to 4', 0.98, (stage, kind) =>
    trip(stage, { kind, wallets: one(stage), span: stage.random.whole(1, 4) }),
  ),
  attack('one wallet, one slot, no limit known', 0.98, (stage, kind) =>
    trip(stage, { kind, wallets: one(stage), span: 0, use: null }),
  ),
  attack('dollars, over two slots', 0.98, (stage, kind) => {
    const pool = stage.takePool(stage.other.dollars, 2);
    return pool !== null && trip(stage, { kind, pool, wallets: one(stage), span: 2 });
  }),
  attack('bonding curve, spans of 0 to 4', 0.98, (stage, kind) => {
    const pool = stage.takePool(stage.other.curves, 4);
    return (
      pool !== null &&
      trip(stage, {
        kind,
        pool,
        wallets: one(stage),
        span: shortSpan(stage),
        front: [20, 60],
        victim: [60, 120],
      })
    );
  }),
  ...[1, 2, 3, 4].map((hops) => transfers(hops, false)),
  ...[1, 2, 3, 4].map((hops) => transfers(hops, true)),
  handedOver,
  vault,
  gasPayer,
  freshPairs,
  again('only spans of 5 to 8', (stage) => ({ span: stage.random.whole(5, 8) })),
  again('keeps 0.3 %', (stage) => ({ span: stage.random.whole(0, 8), soldPerMillion: 997_000 })),
  soldFirst(),
  split('two fronts and three backs', 2, 3),
  split('ten backs', 1, 10),
  twoPools,
  liquidityOnTop,
];

/** Sells tokens and buys exactly as many back, for less: the gain is in SOL. */
function soldFirst(): Row {
  const name = 'sells first and buys the same tokens back, from the sixth on';
  return {
    name,
    isAttack: true,
    goal: 0.95,
    make: (stage) =>
      byActors(stage, name, 30, (actor, kind) => {
        const span = stage.random.whole(0, 4);
        const pool = stage.takePool(stage.world.pools, span);
        if (pool === null) return null;
        const wallet = address('seller-first', actor.number);
        const { random, world } = stage;
        const scene = stage.scene(kind, pool, 'sell');
        const amount = stage.shareOf(pool, 'sell', 0.01, 0.05);
        const open = (): void => {
          scene.front({ wallet, amountIn: amount, cost: stage.bid() });
        };
        const push = (): void => scene.victim(stage.shareOf(pool, 'sell', 0.025, 0.06));
        const close = (): void => {
          scene.back({ wallet, amountIn: scene.costOf(amount) ?? scene.gained, cost: stage.bid() });
          scene.close({ attackers: [wallet] });
        };
        if (span === 0) stage.inOneSlot([open, push, close]);
        else {
          world.at(world.slot, random.between(0, 0.4), open);
          world.at(world.slot, random.between(0.4, 0.9), push);
          world.at(world.slot + span, random.next(), close);
        }
        return { span };
      }),
  };
}
