import type { SubscribeRequest } from '@triton-one/yellowstone-grpc';
import type { ChainEvent } from '../chain/chain.js';
import { failedFilter } from './filter-values.js';

/** Features that a provider's server does not give, although its interface has them. All off by default. */
export interface ServerLimits {
  /** Subscriptions with `from_slot` get no whole blocks, neither replayed nor live (versions 14.0 to 14.2.0). */
  replaysBlocks: boolean;
  /** Neither entry messages nor entries in whole blocks are sent. */
  sendsEntries: boolean;
  /** Whole blocks are refused without an account filter. */
  blocksNeedAccounts: boolean;
  /** A stream ends after this many slots of replay; null: it does not. */
  mostReplayedSlots: number | null;
}

export const NO_LIMITS: ServerLimits = {
  replaysBlocks: true,
  sendsEntries: true,
  blocksNeedAccounts: false,
  mostReplayedSlots: null,
};

/** Throws `GrpcError` INVALID_ARGUMENT with the text of yellowstone-grpc (`limits.rs`). */
export function checkLimits({ blocks }: SubscribeRequest, { blocksNeedAccounts }: ServerLimits): void {
  if (blocksNeedAccounts && Object.values(blocks).some(({ accountInclude }) => accountInclude.length === 0))
    throw failedFilter('Subscribe on full stream with `any` is not allowed, at least one filter required');
}

/** The request as such a server understands it. */
export function withinLimits(request: SubscribeRequest, { sendsEntries }: ServerLimits): SubscribeRequest {
  if (sendsEntries) return request;
  const blocks = Object.entries(request.blocks).map(([name, filter]) => [
    name,
    { ...filter, includeEntries: false },
  ]);
  return { ...request, entry: {}, blocks: Object.fromEntries(blocks) };
}

/** Whether an event reaches a subscription that asked for a replay. */
export function reachesReplay(event: ChainEvent, { replaysBlocks }: ServerLimits): boolean {
  return replaysBlocks || event.type !== 'block';
}

/** Counts the slots that one subscription was replayed. */
export class ReplayLimit {
  readonly #most: number | null;
  readonly #slots = new Set<number>();

  constructor({ mostReplayedSlots }: ServerLimits) {
    this.#most = mostReplayedSlots;
  }

  isPassedBy(slot: number): boolean {
    this.#slots.add(slot);
    return this.#most !== null && this.#slots.size > this.#most;
  }
}
