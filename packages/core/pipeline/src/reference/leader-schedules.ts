import { type LeaderSchedule, type ReadWrite, writeLeaders } from '@tickscope/store';
import { type JsonRpc, RpcError } from '../source/rpc/json-rpc.js';
import { type EpochInfo, fetchEpochInfo } from './epoch-info.js';
import { fetchLeaderSchedule, fetchSlotLeaders, MOST_SLOT_LEADERS } from './fetch-leaders.js';
import { ReferenceDataError } from './shapes.js';

/** Number of slots fetched in two ways, whose results must agree. */
const COMPARED_SLOTS = 64;
/** How many past slots to fetch from a node without schedules. */
const SLOTS_BEHIND = 1_000;
/** Number of stored epochs to remember. */
const MOST_DONE = 16;

export interface LeaderSchedulesOptions {
  rpc: JsonRpc;
  store: ReadWrite;
  /** Called with the identities of leaders. */
  onLeaders(identities: readonly string[]): void;
}

/**
 * Stores the leader schedules of the previous, current and next epoch, each once as soon as the node has it. If the
 * node gives no schedules, stores the slot leaders around the current slot. A schedule must agree with the slot
 * leaders.
 */
export class LeaderSchedules {
  readonly #options: LeaderSchedulesOptions;
  /** First slots of the stored epochs. */
  readonly #done = new Set<number>();

  constructor(options: LeaderSchedulesOptions) {
    this.#options = options;
  }

  /** @returns the number of slots stored */
  async run(signal: AbortSignal): Promise<number> {
    const { rpc } = this.#options;
    const epoch = await fetchEpochInfo(rpc, signal);
    const { firstSlot, slotsInEpoch } = epoch;
    let stored = 0;
    // The current epoch first: streamed blocks need their leaders soon.
    for (const first of [firstSlot, firstSlot + slotsInEpoch, firstSlot - slotsInEpoch]) {
      if (first < 0 || this.#done.has(first)) continue;
      const schedule = await fetchLeaderSchedule(rpc, first, signal).catch((error: unknown) => {
        // The node refused the call; that is not an outage.
        if (error instanceof RpcError) return null;
        throw error;
      });
      if (schedule === null) {
        if (first === firstSlot) return stored + (await this.#slotLeaders(epoch, signal));
        continue;
      }
      if (first === firstSlot) await this.#compare(schedule, epoch, signal);
      stored += await this.#store(schedule, signal);
      this.#done.add(first);
      if (this.#done.size > MOST_DONE) this.#done.delete(Math.min(...this.#done));
    }
    return stored;
  }

  async #slotLeaders({ slot }: EpochInfo, signal: AbortSignal): Promise<number> {
    const from = Math.max(0, slot - SLOTS_BEHIND);
    return this.#store(await fetchSlotLeaders(this.#options.rpc, from, MOST_SLOT_LEADERS, signal), signal);
  }

  async #compare(
    schedule: LeaderSchedule,
    { slot, firstSlot, slotsInEpoch }: EpochInfo,
    signal: AbortSignal,
  ): Promise<void> {
    if (schedule.leaders.length !== slotsInEpoch)
      throw new ReferenceDataError(
        `a schedule of ${schedule.leaders.length} slots for an epoch of ${slotsInEpoch}`,
      );
    const count = Math.min(COMPARED_SLOTS, firstSlot + slotsInEpoch - slot);
    const other = await fetchSlotLeaders(this.#options.rpc, slot, count, signal);
    for (const [index, leader] of other.leaders.entries()) {
      const scheduled = schedule.identities[schedule.leaders[slot - firstSlot + index] ?? -1];
      if (scheduled !== other.identities[leader])
        throw new ReferenceDataError(`schedule and slot leaders differ at slot ${slot + index}`);
    }
  }

  async #store(schedule: LeaderSchedule, signal: AbortSignal): Promise<number> {
    const written = await writeLeaders(this.#options.store, schedule, signal);
    this.#options.onLeaders(schedule.identities);
    return written;
  }
}
