import type { SubscriptionMode } from './geyser-stream.js';

/** Why a stream is subscribed differently than configured. */
export const MODE_CHANGES = {
  refused: 'the server refuses the subscription in this mode',
  replay_without_blocks: 'the server accepts a replay in this mode and sends no block',
  no_entries: 'the server sends no entries in this mode',
  no_entries_at_all:
    'the server sends no entries in either mode: blocks are stored without them, so their ticks are unknown',
} as const;

export type ModeChangeReason = keyof typeof MODE_CHANGES;

export interface ModeChange {
  reason: ModeChangeReason;
  mode: SubscriptionMode;
}

/** Blocks without any entry after which a server counts as one that sends none. */
const BLOCKS_WITHOUT_ENTRIES = 3;

/**
 * How to subscribe at one endpoint. Begins as configured, and goes over to the other mode where the server gives no
 * blocks or no entries in this one: it may give them in the other (chain fact 30). Without entries in both modes
 * whole blocks are taken without them.
 */
export class ModeChoice {
  #mode: SubscriptionMode;
  #expectsEntries = true;
  readonly #refused = new Set<SubscriptionMode>();
  readonly #withoutEntries = new Set<SubscriptionMode>();
  #blocks = 0;
  #entries = 0;

  constructor(configured: SubscriptionMode) {
    this.#mode = configured;
  }

  get mode(): SubscriptionMode {
    return this.#mode;
  }

  /** Whether a block without entries counts as incomplete. */
  get expectsEntries(): boolean {
    return this.#expectsEntries;
  }

  /** Call when a subscription starts. */
  begin(): void {
    this.#blocks = 0;
    this.#entries = 0;
  }

  /** Call for every whole block and block meta. @param entries number of entries in it */
  block(entries: number): void {
    this.#blocks += 1;
    this.#entries += entries;
  }

  /** Call for every single entry. */
  entry(): void {
    this.#entries += 1;
  }

  /** Whether blocks came, and not one entry yet: what this means shows with the next blocks. */
  get isWithoutEntriesSoFar(): boolean {
    return this.#expectsEntries && this.#entries === 0 && this.#blocks > 0;
  }

  /** Whether the subscription must end, because the server sends no entries in it. */
  get lacksEntries(): boolean {
    return this.#expectsEntries && this.#entries === 0 && this.#blocks >= BLOCKS_WITHOUT_ENTRIES;
  }

  /** Call when a subscription ended. Returns the change for the next one; null: none. */
  ended({ isRefused, askedReplay }: { isRefused: boolean; askedReplay: boolean }): ModeChange | null {
    if (isRefused) {
      this.#refused.add(this.#mode);
      return this.#other('refused');
    }
    if (this.lacksEntries) {
      this.#withoutEntries.add(this.#mode);
      if (this.#withoutEntries.size < 2 && this.#refused.size === 0) return this.#other('no_entries');
      this.#expectsEntries = false;
      if (!this.#refused.has('blocks')) this.#mode = 'blocks';
      return { reason: 'no_entries_at_all', mode: this.#mode };
    }
    return askedReplay && this.#blocks === 0 ? this.#other('replay_without_blocks') : null;
  }

  #other(reason: ModeChangeReason): ModeChange {
    this.#mode = otherMode(this.#mode);
    return { reason, mode: this.#mode };
  }
}

export function otherMode(mode: SubscriptionMode): SubscriptionMode {
  return mode === 'blocks' ? 'messages' : 'blocks';
}
