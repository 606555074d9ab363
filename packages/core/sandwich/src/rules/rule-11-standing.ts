import type { Swap } from '@tickscope/dex';
import type { ActorClass } from '../model/actor-record.js';
import type { Candidate } from '../model/candidate.js';
import { type Leg, swapsOf } from '../model/leg.js';
import { privateProgram } from '../model/prior-sandwich.js';
import type { ActorRecords } from './rule-11-records.js';

/** Classifies a candidate's entity by its record when its front ran. */
export function standingOf<S extends Swap>(
  { fronts, backs, linkAddress }: Candidate<S>,
  records: ActorRecords,
): ActorClass {
  const legs = swapsOf([...fronts, ...backs]);
  const program = privateProgram(legs);
  const addresses = [
    ...legs.map(({ trader }) => trader),
    linkAddress,
    ...(program === null ? [] : [program]),
  ];
  return records.standingOf(addresses, fronts[0]!.slot);
}

/** Whether the record of a candidate's entity decides about it. */
export function isOwnRecord<S extends Swap>({ fronts, backs, link }: Candidate<S>): boolean {
  return link !== 'private_program' || isAlone(fronts[0]!, backs[0]!);
}

/**
 * Whether no one else called the program in the pool between the two legs. An unknown trading terminal has many
 * callers, and two of them match by chance; a bot's own program is called only by the bot.
 */
function isAlone<S extends Swap>(front: Leg<S>, back: Leg<S>): boolean {
  const program = front.swap.outerProgramId;
  for (const swap of front.pool.window.between(front, back).swaps) {
    if (swap.outerProgramId !== program) continue;
    if (swap.trader !== front.swap.trader && swap.trader !== back.swap.trader) return false;
  }
  return true;
}
