import { ROWS } from './dex/rows/index.js';
import type { RowLabel } from './dex/rows/label.js';
import type { Row } from './dex/rows/row.js';
import { createSceneScheduler, type SceneScheduler } from './dex/rows/scene-scheduler.js';
import { type GeneratedUpdate, generateUpdates } from './generate-updates.js';
import type { GeneratorOptions } from './options.js';

export interface RowChainOptions {
  generator: Partial<GeneratorOptions>;
  slots: number;
  /** Pools in which scenes play. */
  scenePools: number;
  /** All rows of both tables by default. */
  rows?: readonly Row[];
}

/** Slots before the first scene, and after the beginning of the last one: the longest takes under thirty. */
const WARM_UP = 30;
const LAST = 32;
/** Scenes make blocks larger than the drawn transactions do. */
const HASHES_PER_TICK = 48;

/** A chain in which every row of the definition's tables is played, among honest traffic, with a label for each trip. */
export function* generateRows({
  generator,
  slots,
  scenePools,
  rows = ROWS,
}: RowChainOptions): Generator<GeneratedUpdate & { rowLabels: RowLabel[] }> {
  const firstSlot = generator.firstSlot ?? 432_000_000;
  let scheduler: SceneScheduler | null = null;
  const updates = generateUpdates({ hashesPerTick: HASHES_PER_TICK, ...generator, firstSlot }, slots, {
    dexScenarios: [
      (market) => {
        scheduler = createSceneScheduler(market, {
          rows,
          scenePools,
          warmUp: WARM_UP,
          until: firstSlot + slots - LAST,
        });
        return scheduler;
      },
    ],
  });
  for (const update of updates) yield { ...update, rowLabels: scheduler!.takeLabels() };
}
