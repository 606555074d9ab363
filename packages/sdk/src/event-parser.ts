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

const MAX_BLOCK_CHARS = 16 * 1024 * 1024;

/**
 * Parses an event stream as defined in the HTML standard ("Interpreting an event stream"). Input pieces may end
 * anywhere: within a character, within a line, between CR and LF. An unfinished block at the end of the stream
 * is discarded.
 */
export class EventParser {
  /** The last `retry` of the stream: the wait before a reconnect; null: none was sent yet. */
  retryMs: number | null = null;
  readonly #decoder = new TextDecoder();
  readonly #maxChars: number;
  #id: string;
  #event = '';
  #data: string[] = [];
  /** The current, unfinished line. */
  #line = '';
  /** The length of the block's finished lines. */
  #chars = 0;
  #isAfterCr = false;

  constructor(lastEventId = '', maxChars = MAX_BLOCK_CHARS) {
    this.#id = lastEventId;
    this.#maxChars = maxChars;
  }

  /** Returns the blocks that end in this piece. Throws `EventTooLongError`. */
  push(piece: Uint8Array): EventBlock[] {
    const text = this.#decoder.decode(piece, { stream: true });
    if (text === '') return [];
    // The CR at the end of the last piece ended its line; an LF that follows belongs to the same line end.
    const isRest = this.#isAfterCr && text.startsWith('\n');
    this.#isAfterCr = text.endsWith('\r');
    const lines = (isRest ? text.slice(1) : text).split(/\r\n|\n|\r/);
    const unended = lines.pop() ?? '';
    const blocks: EventBlock[] = [];
    for (const line of lines) {
      const block = this.#take(this.#line + line);
      this.#line = '';
      if (block !== null) blocks.push(block);
    }
    this.#line += unended;
    if (this.#chars + this.#line.length > this.#maxChars) throw new EventTooLongError();
    return blocks;
  }

  #take(line: string): EventBlock | null {
    if (line === '') return this.#dispatch();
    this.#chars += line.length;
    if (this.#chars > this.#maxChars) throw new EventTooLongError();
    const [, field, value] = /^([^:]*)(?:: ?)?(.*)$/s.exec(line)!;
    if (field === 'data') this.#data.push(value!);
    else if (field === 'event') this.#event = value!;
    else if (field === 'id' && !value!.includes('\0')) this.#id = value!;
    else if (field === 'retry' && /^[0-9]+$/.test(value!)) this.retryMs = Number(value);
    return null;
  }

  #dispatch(): EventBlock {
    const data = this.#data.length === 0 ? null : this.#data.join('\n');
    const block = { id: this.#id, event: this.#event || 'message', data };
    this.#event = '';
    this.#data = [];
    this.#chars = 0;
    return block;
  }
}
