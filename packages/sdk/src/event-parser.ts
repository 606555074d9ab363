/** What a blank line of an event stream ends. */
export interface EventBlock {
  /** The last id that the stream gave, in this block or before it. */
  id: string;
  /** `message` where none is named. */
  event: string;
  /** null: there is nothing to dispatch, but the id counts. */
  data: string | null;
}

/** A block is longer than the reader takes. */
export class BlockTooLong extends Error {
  override readonly name = 'BlockTooLong';
}

const MAX_BLOCK_CHARS = 16 * 1024 * 1024;

/**
 * Reads an event stream as the HTML standard has it ("Interpreting an event stream"), in pieces that may end anywhere:
 * in a character, in a line, between CR and LF. A block that the stream ends in is none.
 */
export class EventParser {
  /** What the stream last said to wait before coming back; null: nothing yet. */
  retryMs: number | null = null;
  readonly #decoder = new TextDecoder();
  readonly #maxChars: number;
  #id: string;
  #event = '';
  #data: string[] = [];
  /** The line that has not ended yet. */
  #line = '';
  /** Of the block's lines that have. */
  #chars = 0;
  #isAfterCr = false;

  constructor(lastEventId = '', maxChars = MAX_BLOCK_CHARS) {
    this.#id = lastEventId;
    this.#maxChars = maxChars;
  }

  /** The blocks that end in this piece. Throws `BlockTooLong`. */
  push(piece: Uint8Array): EventBlock[] {
    const text = this.#decoder.decode(piece, { stream: true });
    if (text === '') return [];
    // A CR has ended its line already; the LF that follows it is a part of the same end.
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
    if (this.#chars + this.#line.length > this.#maxChars) throw new BlockTooLong();
    return blocks;
  }

  #take(line: string): EventBlock | null {
    if (line === '') return this.#dispatch();
    this.#chars += line.length;
    if (this.#chars > this.#maxChars) throw new BlockTooLong();
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
