import type { FilteredFacts } from '@tickscope/queries/feed';
import { compareCursors, type FeedCursor } from '@tickscope/queries/feed';

/** An event as it is sent: every listener gets the same text. */
export interface SentEvent {
  position: FeedCursor;
  facts: FilteredFacts;
  text: string;
}

/** A buffer of the newest events, numbered in order and limited in number and size. Listeners read from it. */
export class RecentEvents {
  #events: SentEvent[] = [];
  /** The number of `#events[0]`. */
  #firstNumber = 0;
  #chars = 0;
  /** The buffer has every event after this position. */
  #after: FeedCursor;

  constructor(
    after: FeedCursor,
    readonly limits: { events: number; chars: number },
  ) {
    this.#after = after;
  }

  /** The number that the next event will have. */
  get end(): number {
    return this.#firstNumber + this.#events.length;
  }

  push(events: readonly SentEvent[]): void {
    for (const event of events) {
      this.#events.push(event);
      this.#chars += event.text.length;
    }
    let dropped = 0;
    while (
      this.#events.length - dropped > this.limits.events ||
      (this.#chars > this.limits.chars && dropped < this.#events.length)
    ) {
      this.#chars -= this.#events[dropped]!.text.length;
      dropped += 1;
    }
    if (dropped === 0) return;
    this.#after = this.#events[dropped - 1]!.position;
    this.#events.splice(0, dropped);
    this.#firstNumber += dropped;
  }

  /** The number of the first event after a position; `null` if events after it were dropped already. */
  numberAfter(position: FeedCursor): number | null {
    if (compareCursors(position, this.#after) < 0) return null;
    const at = this.#events.findIndex((event) => compareCursors(event.position, position) > 0);
    return at === -1 ? this.end : this.#firstNumber + at;
  }

  /** `undefined` past the end; `null` if the event was dropped already. */
  at(number: number): SentEvent | null | undefined {
    return number < this.#firstNumber ? null : this.#events[number - this.#firstNumber];
  }
}
