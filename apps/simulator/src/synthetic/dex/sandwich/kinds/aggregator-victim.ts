import { DEX_NAMES } from '../../pool.js';
import type { SandwichKind } from '../sandwich-kind.js';
import { stage } from '../stage.js';
import { stepsOf } from '../steps.js';

/** Victims that use an aggregator: their swap's authority is a program-derived address that signs nothing. */
export const aggregatorVictim: SandwichKind = {
  name: 'aggregator_victim',
  dexes: DEX_NAMES,
  plan(setting) {
    const pool = setting.freePool();
    if (pool === null) return null;
    const count = setting.context.random.between(1, 2);
    const set = stage(setting, { pool, count, way: pool.isNative ? 'own' : 'shared' });
    if (set === null) return null;
    const { front, victims, back } = stepsOf(setting, set, count);
    return [{ sandwich: set.sandwich, steps: [front(), ...victims(), back()] }];
  },
};
