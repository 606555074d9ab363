import type { ChainGenerator } from '../../synthetic/chain-generator.js';
import { SLOTS_PER_LEADER } from '../../synthetic/leaders.js';
import { type AccountBook, createAccountBook } from './account-book.js';
import { type ClusterValidator, clusterValidators } from './validators.js';

/** Knowledge of a node about a generated chain apart from its blocks. */
export interface Cluster {
  validators: readonly ClusterValidator[];
  /** Base58 identity of the leader of any slot. */
  leaderOf(slot: number): string;
  accounts: AccountBook;
}

export function createCluster(generator: ChainGenerator): Cluster {
  const { world, options } = generator;
  const validators = clusterValidators(world.validators, options.seed);
  // Whole epochs are requested slot by slot, so the leader of a turn is drawn once.
  let drawn = { turn: -1, leader: '' };
  const leaderOf = (slot: number): string => {
    const turn = Math.floor(slot / SLOTS_PER_LEADER);
    if (turn !== drawn.turn) drawn = { turn, leader: world.leaderOf(slot).identity.text };
    return drawn.leader;
  };
  return { validators, leaderOf, accounts: createAccountBook(generator, validators) };
}
