import type { BlockTrades } from '@tickscope/sandwich';
import { makeCrowd } from './honest/crowd.js';
import { FIRST_SLOT, type HonestMix, honestSchedule } from './honest-flow.js';
import { plantAgain } from './kinds/again.js';
import { plantCloseAsOpen, plantReopen } from './kinds/close-reopen.js';
import { plantCrossPool } from './kinds/cross-pool.js';
import { plantFailedFronts } from './kinds/failed-fronts.js';
import { plantInventory, plantMatchedShare, plantPartialSale } from './kinds/inventory.js';
import { plantJit } from './kinds/jit.js';
import { plantKnownBot, trainBots } from './kinds/known-bot.js';
import { plantLaunch } from './kinds/launch.js';
import { plantMultiPool } from './kinds/multi-pool.js';
import { plantMultiVictim } from './kinds/multi-victim.js';
import {
  plantBondingCurve,
  plantDollars,
  plantRange,
  plantReverse,
  plantUnpriced,
} from './kinds/other-pools.js';
import { plantRelayer, plantSamePayer } from './kinds/payers.js';
import { plantPrivateProgram, plantUnknownProgram } from './kinds/private-program.js';
import { plantSameSlot } from './kinds/same-slot.js';
import { plantSetAuthority } from './kinds/set-authority.js';
import { plantSplitBacks } from './kinds/split-backs.js';
import { plantSplitFronts } from './kinds/split-fronts.js';
import { plantSplitSlots } from './kinds/split-slots.js';
import { plantOneTransaction, plantSharedAccounts } from './kinds/strangers.js';
import { plantTokenAccount } from './kinds/token-account.js';
import { plantTokenTransfer } from './kinds/token-transfer.js';
import { plantTwoAttackers } from './kinds/two-attackers.js';
import { plantWash } from './kinds/wash.js';
import { plantLong, plantLosing, plantWide } from './kinds/wide.js';
import type { Label } from './label.js';
import { constantProductPools, otherPools } from './market.js';
import { Random } from './random.js';
import { Stage } from './stage.js';
import { World } from './world.js';

/** Number of scenes per kind; some scenes contain two sandwiches. */
const SCENES: readonly (readonly [count: number, plant: (stage: Stage) => boolean])[] = [
  [900, plantSameSlot],
  [600, plantWide],
  [350, plantKnownBot],
  [250, plantTokenAccount],
  [200, plantTokenTransfer(1)],
  [200, plantTokenTransfer(2)],
  [200, plantSetAuthority],
  [250, plantPrivateProgram],
  [250, plantSplitFronts],
  [250, plantSplitBacks],
  [250, plantSplitSlots],
  [250, plantInventory],
  [200, plantMatchedShare],
  [300, plantMultiVictim],
  [150, plantTwoAttackers],
  [250, plantFailedFronts],
  [120, plantAgain],
  [120, plantReopen],
  [120, plantCloseAsOpen],
  [150, plantMultiPool],
  [300, plantBondingCurve],
  [150, plantRange],
  [150, plantDollars],
  [200, plantReverse],
  [150, plantSamePayer],
  // The following kinds must not be counted.
  [200, plantLosing],
  [200, plantLong],
  [150, plantPartialSale],
  [150, plantUnknownProgram],
  [100, plantUnpriced],
  [100, plantRelayer],
  [100, plantSharedAccounts],
  [100, plantOneTransaction],
  [100, plantLaunch],
  [100, plantJit],
  [150, plantWash],
  [100, plantCrossPool],
];

/** The slots in which bots become known, plus the time until all of that is final. */
const QUIET_SLOTS = 90;
/** The longest scene ends before the corpus does. */
const LAST_SLOTS = 30;

export interface CorpusSize {
  seed: number;
  slots: number;
  /** Honest swaps per slot, in addition to those of the scenes. */
  swapsPerSlot: number;
  wallets: number;
}

export const CORPUS_SIZE = { slots: 1_000, swapsPerSlot: 150, wallets: 30_000 } as const;

const AROUND: HonestMix = { holders: { share: 0.05, medianHoldSlots: 200, sigma: 1 }, professionals: true };

export interface PlantedCorpus {
  blocks: BlockTrades[];
  labels: readonly Label[];
}

/** Labelled sandwiches and lookalikes in honest flow. */
export function plantedCorpus(size: CorpusSize): PlantedCorpus {
  const labels: Label[] = [];
  const blocks = [...plantedFlow(size, (label) => labels.push(label))];
  return { blocks, labels };
}

/** The same block by block; a label is returned when its last leg has run. */
export function* plantedFlow(size: CorpusSize, give: (label: Label) => void): Generator<BlockTrades> {
  const random = new Random(size.seed, 1);
  const other = otherPools(random);
  const pools = constantProductPools(random, 300);
  const world = new World(random, pools, FIRST_SLOT);
  const crowd = makeCrowd(
    random,
    [...pools, ...other.curves, ...other.ranges, ...other.quoted, ...other.dollars],
    size.wallets,
  );
  const stage = new Stage(world, crowd, other);
  const honest = honestSchedule(world, crowd, AROUND, size.swapsPerSlot);
  const plan = schedulePlan(random, size.slots);
  trainBots(stage, [...stage.knownBots, ...stage.programBots]);
  let given = 0;
  for (let index = 0; index < size.slots; index += 1) {
    honest();
    for (const plant of plan.get(index) ?? []) {
      // If its pools are busy, a scene waits for the next slot.
      if (!plant(stage)) plan.set(index + 1, [...(plan.get(index + 1) ?? []), plant]);
    }
    yield world.closeSlot();
    for (; given < stage.labels.length; given += 1) give(stage.labels[given]!);
  }
}

function schedulePlan(random: Random, slots: number): Map<number, ((stage: Stage) => boolean)[]> {
  const plan = new Map<number, ((stage: Stage) => boolean)[]>();
  for (const [count, plant] of SCENES)
    for (let scene = 0; scene < count; scene += 1) {
      const slot = random.whole(QUIET_SLOTS, slots - LAST_SLOTS - 1);
      const due = plan.get(slot);
      if (due === undefined) plan.set(slot, [plant]);
      else due.push(plant);
    }
  return plan;
}
