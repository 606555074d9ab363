import type { StoredBlock } from '../chain/chain.js';
import type { FedChain } from '../chain/fed-chain.js';
import { SLOTS_PER_EPOCH } from '../synthetic/leaders.js';
import type { Cluster } from './cluster/cluster.js';
import { epochSchedules } from './cluster/schedules.js';
import type { ClusterValidator } from './cluster/validators.js';
import {
  base58Bytes,
  type Config,
  configParam,
  optionalSlotParam,
  type Params,
  slotParam,
} from './params.js';
import { invalidParams } from './rpc-error.js';
import type { RpcMethod } from './rpc-method.js';

/** Agave, `MAX_GET_SLOT_LEADERS`. */
const MOST_SLOT_LEADERS = 5_000;
/** Schedules are known for the previous, current and next epoch. */
const EPOCHS_AROUND = 1;

/**
 * The methods about epochs, leaders and nodes. For a replayed chain, which has no such data, they answer without it.
 */
export function clusterMethods(
  chain: FedChain,
  cluster: Cluster | null,
  checkedHead: (config: Config) => StoredBlock | null,
): Record<string, RpcMethod> {
  const epochOf = (slot: number): number => Math.floor(slot / SLOTS_PER_EPOCH);
  const headSlot = (config: Config): number => checkedHead(config)?.slot ?? 0;
  const scheduleOf = cluster === null ? null : epochSchedules(cluster);
  const isKnown = (epoch: number): boolean =>
    Math.abs(epoch - epochOf(chain.head('processed')?.slot ?? 0)) <= EPOCHS_AROUND;

  return {
    getEpochInfo: (params) => {
      const head = checkedHead(configParam(params, 0));
      const absoluteSlot = head?.slot ?? 0;
      return {
        absoluteSlot,
        blockHeight: head?.blockHeight ?? 0,
        epoch: epochOf(absoluteSlot),
        slotIndex: absoluteSlot % SLOTS_PER_EPOCH,
        slotsInEpoch: SLOTS_PER_EPOCH,
        transactionCount: null,
      };
    },
    getLeaderSchedule: async (params) => {
      // The slot may be omitted, with the settings in its position.
      const isConfigFirst = typeof params[0] === 'object' && params[0] !== null;
      const config = configParam(params, isConfigFirst ? 0 : 1);
      const slot = (isConfigFirst ? null : optionalSlotParam(params, 0)) ?? headSlot(config);
      if (scheduleOf === null || !isKnown(epochOf(slot))) return null;
      const schedule = await scheduleOf(epochOf(slot));
      const identity = config['identity'];
      if (identity === undefined || identity === null) return Object.fromEntries(schedule);
      base58Bytes(identity, 32, 'Invalid');
      const slots = schedule.get(String(identity));
      return slots === undefined ? {} : { [String(identity)]: slots };
    },
    getSlotLeaders: (params) => {
      const start = slotParam(params, 0);
      const limit = optionalSlotParam(params, 1);
      if (limit === null) throw invalidParams('`params` should have at least 2 argument(s)');
      if (limit > MOST_SLOT_LEADERS) throw invalidParams(`Invalid limit; max ${MOST_SLOT_LEADERS}`);
      return Array.from({ length: limit }, (_, index) => {
        const slot = start + index;
        const leader = isKnown(epochOf(slot)) ? chain.leaderAt(slot) : null;
        if (leader === null)
          throw invalidParams(
            `Invalid slot range: leader schedule for epoch ${epochOf(slot)} is unavailable`,
          );
        return leader;
      });
    },
    getClusterNodes: () => (cluster?.validators ?? []).map(nodeJson),
    getVoteAccounts: (params: Params) => {
      const head = headSlot(configParam(params, 0));
      const accounts = (wanted: boolean): unknown[] =>
        (cluster?.validators ?? [])
          .filter(({ isDelinquent }) => isDelinquent === wanted)
          .map((validator) => voteAccountJson(validator, head, epochOf(head)));
      return { current: accounts(false), delinquent: accounts(true) };
    },
  };
}

/** `RpcContactInfo`. A node that is too old has no `clientId`. */
function nodeJson({ identity, version, clientId }: ClusterValidator, index: number): Record<string, unknown> {
  const host = `10.0.${index >> 8}.${index & 255}`;
  return {
    pubkey: identity,
    gossip: `${host}:8001`,
    tvu: `${host}:8002`,
    tpu: null,
    tpuQuic: `${host}:8009`,
    tpuForwards: null,
    tpuForwardsQuic: `${host}:8010`,
    tpuVote: `${host}:8005`,
    serveRepair: `${host}:8012`,
    rpc: null,
    pubsub: null,
    version,
    featureSet: version === null ? null : 3_640_012_085,
    shredVersion: 50_093,
    ...(clientId !== null && { clientId }),
  };
}

/** `RpcVoteAccountInfo`. */
function voteAccountJson(
  { identity, voteAccount, stakeLamports, isDelinquent }: ClusterValidator,
  head: number,
  epoch: number,
): Record<string, unknown> {
  const lastVote = Math.max(0, head - (isDelinquent ? 1_000 : 1));
  return {
    votePubkey: voteAccount,
    nodePubkey: identity,
    activatedStake: stakeLamports,
    epochVoteAccount: true,
    epochCredits: [[epoch, 1_000_000 + (head % SLOTS_PER_EPOCH), 1_000_000]],
    commission: 5,
    lastVote,
    rootSlot: Math.max(0, lastVote - 31),
  };
}
