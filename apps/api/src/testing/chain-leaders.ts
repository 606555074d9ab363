import { pubkeyFromBase58, toBase58 } from '@tickscope/chain';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { address } from '@tickscope/testkit/traded-block';
import type { LabelledChain } from './labelled-chain.js';

/** Leader of every third slot by the schedule, which differs from the fee reward, as when rewards go to a collector. */
export const SCHEDULED = address('scheduled leader');
const isScheduled = (slot: number): boolean => slot % 3 === 0;

export interface ChainLeaders {
  leaderOf(slot: number): string | null;
  /** Client of the leader at the slot; the scheduled one changes its client in the middle of the chain. */
  clientOf(slot: number): string | null;
  store(owner: TestConnection): Promise<void>;
}

/** Computes the leaders of a chain's slots, and their clients, by a plain reading of its blocks. */
export function chainLeaders({ blocks }: LabelledChain): ChainLeaders {
  const rewarded = new Map(
    blocks.map(({ slot, leader }) => [slot, leader === null ? null : toBase58(leader)]),
  );
  const others = [...new Set([...rewarded.values()].filter((leader) => leader !== null))].sort();
  const changedAt = blocks[Math.floor(blocks.length / 2)]!.slot;
  const leaderOf = (slot: number) => (isScheduled(slot) ? SCHEDULED : (rewarded.get(slot) ?? null));
  return {
    leaderOf,
    clientOf(slot) {
      const leader = leaderOf(slot);
      if (leader === SCHEDULED) return slot >= changedAt ? 'JitoLabs' : 'Agave';
      // Of the others, the last one is in no gossip.
      return leader === null || leader === others.at(-1) ? null : 'Firedancer';
    },
    async store(owner) {
      const key = (text: string): string => `unhex('${Buffer.from(pubkeyFromBase58(text)).toString('hex')}')`;
      const scheduled = blocks.map(({ slot }) => slot).filter(isScheduled);
      const validators = [
        [SCHEDULED, 1, 'Agave', 'The one'],
        [SCHEDULED, changedAt, 'JitoLabs', 'The one'],
        ...others.slice(0, -1).map((leader) => [leader, 1, 'Firedancer', null] as const),
      ] as const;
      const rows = validators.map(
        ([leader, from, client, name]) =>
          `(${key(leader)}, ${from}, '${client}', '4.2.0', ${name === null ? 'NULL' : `'${name}'`})`,
      );
      for (const query of [
        `leaders (slot, identity) VALUES ${scheduled.map((slot) => `(${slot}, ${key(SCHEDULED)})`).join(', ')}`,
        `validators (identity, valid_from_slot, client, version, name) VALUES ${rows.join(', ')}`,
      ])
        await owner.command({ query: `INSERT INTO ${query}` });
    },
  };
}
