import { createParser, type EventSourceParser } from 'eventsource-parser';

/** A block of an event stream, ended by a blank line. */
export interface EventBlock {
  /** The last id of the stream, in this block or before it. */
  id: string;
  /** `message` if the block has no event name. */
  event: string;
  /** null: there is no event to dispatch, but the id counts. */
  data: string | null;
}

/** An event exceeds the maximum length; the parser cannot go on. A retry fails again while the event is sent. */
export class EventTooLongError extends Error {
  override readonly name = 'EventTooLongError';
  readonly code = 'event_too_long';
}

const MAX_EVENT_CHARS = 16 * 1024 * 1024;

/**
 * Reads an event stream that arrives in pieces of bytes, which may end anywhere. Adds to the library the decoding,
 * the id that persists from block to block, and blocks that have an id only.
 */
export class EventParser {
  /** The last `retry` of the stream: the wait before a reconnect; null: none was sent yet. */
  retryMs: number | null = null;
  readonly #decoder = new TextDecoder();
  readonly #parser: EventSourceParser;
  #blocks: EventBlock[] = [];

  constructor(lastEventId = '', maxChars = MAX_EVENT_CHARS) {
    let id = lastEventId;
    this.#parser = createParser({
      maxBufferSize: maxChars,
      onId: (own) => {
        id = own;
        this.#blocks.push({ id, event: 'message', data: null });
      },
      onEvent: ({ id: own, event = 'message', data }) => {
        // `onId` was called just before for the same block.
        if (own !== undefined) this.#blocks.pop();
        this.#blocks.push({ id, event, data });
      },
      onRetry: (ms) => {
        this.retryMs = ms;
      },
      onError: ({ type }) => {
        if (type === 'max-buffer-size-exceeded') throw new EventTooLongError();
      },
    });
  }

  /** Returns the blocks that end in this piece. Throws `EventTooLongError`. */
  push(piece: Uint8Array): EventBlock[] {
    this.#parser.feed(this.#decoder.decode(piece, { stream: true }));
    const blocks = this.#blocks;
    this.#blocks = [];
    return blocks;
  }
}
