import { got } from '../../planned-swap.js';
import type { DexName } from '../../pool.js';
import { newPrivateProgram } from '../../sandwich/bot.js';
import { handoverPlan, transferPlan } from '../../sandwich/link-plans.js';
import { attackSteps } from '../attack.js';
import { attack } from '../define.js';
import { anyBotExecutor, asBot, botExecutor, type LegExecutor, newVault, stock } from '../leg-executor.js';
import { type Act, inScenePool, type Row, type Stage } from '../row.js';

const GOAL = 0.95;
/** Pump.fun takes the signer's own token account only. */
export const NOT_PUMP_FUN: readonly DexName[] = ['raydium_v4', 'raydium_cpmm', 'orca_whirlpool', 'pump_swap'];

/** Wallets of one owner, by what links them. */
export const linkedWallets: readonly Row[] = [
  ...[1, 2, 3, 4].map((hops) => transfers(hops, false)),
  ...[1, 2, 3, 4].map((hops) => transfers(hops, true)),
  attack('account handed over', GOAL, { actor: () => handover }),
  attack('private program with a vault', GOAL, { scenes: [1, 6], actor: behindVault }),
  attack('own gas payer', GOAL, { scenes: [3, 10], gap: [1, 8], actor: gasPayer }),
];

/** The same program, if any, and fees of their own. */
function partnerOf(stage: Stage, executor: LegExecutor): LegExecutor {
  return botExecutor(stage, executor.way);
}

function transfers(hops: number, isQuiet: boolean): Row {
  const name = `${hops} transfer${hops === 1 ? '' : 's'}${isQuiet ? ', in a slot without a swap of the token' : ''}`;
  return attack(name, GOAL, {
    actor: () =>
      inScenePool((stage, scenePool) => {
        const mint = scenePool.pool.baseMint;
        const first = anyBotExecutor(stage);
        const last = partnerOf(stage, first);
        const between = Array.from({ length: hops - 1 }, () => botExecutor(stage));
        const chain = [first, ...between, last];
        return attackSteps(stage, scenePool, {
          ...{ fronts: [first], backs: [last], span: isQuiet ? [2, 4] : [0, 4], isQuiet },
          links: chain.slice(1).map(({ wallet: to }, index) => {
            const from = asBot(chain[index]!);
            return (trip, now) => transferPlan(stage.market, from, to, mint, got(trip.fronts), now);
          }),
        });
      }),
  });
}

const handover = inScenePool(
  (stage, scenePool) => {
    const { market } = stage;
    const { pool } = scenePool;
    const first = anyBotExecutor(stage);
    const last = partnerOf(stage, first);
    const account = market.tokenAccountOf(first.wallet, pool.baseMint);
    return attackSteps(stage, scenePool, {
      ...{ fronts: [first], backs: [last], span: [0, 4] },
      links: [(_, now) => handoverPlan(asBot(first), last.wallet, account, now)],
      backParty: () => ({ ...market.partyOf(last.wallet, pool), base: account }),
    });
  },
  { dexes: NOT_PUMP_FUN },
);

/** Wallets that only sign: the tokens are a program-derived address's, which the program signs for. */
function behindVault(first: Stage): Act {
  const program = newPrivateProgram(first.context);
  const vault = newVault(first);
  const wallets = Array.from({ length: first.random.between(2, 5) }, () =>
    botExecutor(first, program, { vault }),
  );
  return inScenePool(
    (stage, scenePool) => attackSteps(stage, scenePool, { ...drawnPair(stage, wallets), span: [0, 4] }),
    { dexes: NOT_PUMP_FUN },
  );
}

/** Wallets that trade for each other, with a program of their own or none; one account pays for all. */
function gasPayer(first: Stage): Act {
  const { market, random, context } = first;
  const payer = market.newWallet(900_000_000_000);
  const way = random.chance(0.5) ? newPrivateProgram(context) : 'direct';
  const wallets = Array.from({ length: random.between(2, 8) }, () => botExecutor(first, way, { payer }));
  return inScenePool((stage, scenePool) => {
    const pair = drawnPair(stage, wallets);
    stock(stage, pair.backs[0].wallet, scenePool.pool);
    return attackSteps(stage, scenePool, { ...pair, span: [0, 4] });
  });
}

/** Two wallets of a ring, one after the other. */
function drawnPair(
  { random }: Stage,
  wallets: readonly LegExecutor[],
): { fronts: [LegExecutor]; backs: [LegExecutor] } {
  const start = random.below(wallets.length);
  return { fronts: [wallets[start]!], backs: [wallets[(start + 1) % wallets.length]!] };
}
