import type { FlowPool, Side } from './pool.js';
import type { Random } from './random.js';
import { type Ending, type LegPlan, PUSHED, type Scene, type Use } from './scene.js';
import type { Stage } from './stage.js';

export interface Play {
  kind: string;
  pool: FlowPool;
  side?: Side;
  /** Slots from front to back; 0: within one slot. */
  span: number;
  frontAmount: bigint;
  victimAmounts: readonly bigint[];
  /** Of the victims' limits; an attacker's by default. */
  use?: Use;
  front(scene: Scene, amountIn: bigint): LegPlan;
  back(scene: Scene, amountIn: bigint): LegPlan;
  /** Share of the bought amount that is sold, in millionths. */
  soldPerMillion?: number;
  /** An event between victims and back, in the last slot or this many slots after the front. */
  between?(scene: Scene): void;
  betweenSlots?: number;
  ending: Ending;
}

/** One front, victims, one back: the frame of most kinds. */
export function play(stage: Stage, plan: Play): Scene {
  const { world, random } = stage;
  const scene = stage.scene(plan.kind, plan.pool, plan.side);
  const front = (): void => {
    scene.front({ ...plan.front(scene, plan.frontAmount), amountIn: plan.frontAmount });
  };
  const victims = plan.victimAmounts.map(
    (amount) => () => scene.victim(amount, { use: plan.use === undefined ? PUSHED : plan.use }),
  );
  const back = (): void => {
    const amountIn = (scene.gained * BigInt(plan.soldPerMillion ?? dusty(random))) / 1_000_000n;
    scene.back({ ...plan.back(scene, amountIn), amountIn });
    scene.close(plan.ending);
  };
  const between = (): void => plan.between?.(scene);
  if (plan.span === 0) {
    stage.inOneSlot([front, ...victims, between, back]);
    return scene;
  }
  const first = world.slot;
  const last = first + plan.span;
  const frontOrder = random.between(0, 0.9);
  const backOrder = random.between(0.1, 0.99);
  world.at(first, frontOrder, front);
  for (const victim of victims) {
    const slot = random.whole(first, last);
    const order = random.between(slot === first ? frontOrder : 0, slot === last ? backOrder : 1);
    world.at(slot, order, victim);
  }
  if (plan.betweenSlots === undefined) world.at(last, backOrder - 1e-9, between);
  else world.at(first + plan.betweenSlots, frontOrder + 1e-9, between);
  world.at(last, backOrder, back);
  return scene;
}

/** Most sell everything; one in ten leaves dust or sells slightly more, by less than a thousandth. */
function dusty(random: Random): number {
  return random.chance(0.9) ? 1_000_000 : random.whole(999_100, 1_000_900);
}
