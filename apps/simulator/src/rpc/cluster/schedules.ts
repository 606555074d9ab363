import { setImmediate as nextTurn } from 'node:timers/promises';
import { addTo } from '@tickscope/chain';
import { SLOTS_PER_EPOCH } from '../../synthetic/leaders.js';
import type { Cluster } from './cluster.js';

/** Base58 identities with their slots, relative to the first of the epoch: the result of `getLeaderSchedule`. */
export type EpochLeaders = ReadonlyMap<string, number[]>;

const SLOTS_IN_A_TURN = 4_000;
const MOST_KEPT = 4;

/** Schedules of whole epochs, computed once each, in chunks that let the stream run in between. */
export function epochSchedules(cluster: Cluster): (epoch: number) => Promise<EpochLeaders> {
  const kept = new Map<number, Promise<EpochLeaders>>();
  return (epoch) => {
    const known = kept.get(epoch) ?? make(cluster, epoch);
    kept.set(epoch, known);
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value!);
    return known;
  };
}

async function make({ leaderOf }: Cluster, epoch: number): Promise<EpochLeaders> {
  const slots = new Map<string, number[]>();
  for (let index = 0; index < SLOTS_PER_EPOCH; index += 1) {
    const leader = leaderOf(epoch * SLOTS_PER_EPOCH + index);
    addTo(slots, leader, index);
    if (index % SLOTS_IN_A_TURN === 0) await nextTurn();
  }
  return slots;
}
