import type { ChainGenerator } from '../../synthetic/chain-generator.js';
import { SLOTS_PER_EPOCH, SLOTS_PER_LEADER } from '../../synthetic/leaders.js';
import { type AccountState, createAccountBook } from './account-book.js';
import { type ClusterValidator, clusterValidators } from './validators.js';

/** What a node knows about a generated chain apart from its blocks. */
export interface Cluster {
  slotsPerEpoch: number;
  validators: readonly ClusterValidator[];
  /** Base58 identity of the leader of any slot. */
  leaderOf(slot: number): string;
  /** Null if there is no such account, or it is not kept. */
  accountOf(address: string): Promise<AccountState | null>;
  /** Accounts of the Config program by their addresses. */
  configAccounts(): ReadonlyMap<string, AccountState>;
}

export function createCluster(generator: ChainGenerator): Cluster {
  const { world, options } = generator;
  const validators = clusterValidators(world.validators, options.seed);
  const book = createAccountBook(generator, validators);
  // Whole epochs are requested slot by slot, so the leader of a turn is drawn once.
  let drawn = { turn: -1, leader: '' };
  const leaderOf = (slot: number): string => {
    const turn = Math.floor(slot / SLOTS_PER_LEADER);
    if (turn !== drawn.turn) drawn = { turn, leader: world.leaderOf(slot).identity.text };
    return drawn.leader;
  };
  return {
    slotsPerEpoch: SLOTS_PER_EPOCH,
    validators,
    leaderOf,
    accountOf: (address) => book.find(address),
    configAccounts: () => book.configAccounts,
  };
}
