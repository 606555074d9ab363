import { setTimeout as sleep } from 'node:timers/promises';
import {
  causeOfFailure,
  DISCONNECT_TEXTS,
  type DisconnectCause,
  detailOfFailure,
} from './disconnect-cause.js';
import {
  connect,
  firstAvailableSlot,
  type GeyserEndpoint,
  GeyserStream,
  type SubscriptionContent,
  type SubscriptionMode,
} from './geyser-stream.js';
import { type ModeChange, ModeChoice } from './mode-choice.js';
import { ReconnectWaits } from './reconnect-waits.js';
import { mayRefuseMode, mayRefuseReplay } from './refusal.js';
import { StallDetector } from './stall-detector.js';

export interface StreamReaderOptions {
  /** At least one, tried in turn. */
  endpoints: readonly GeyserEndpoint[];
  /** The mode to begin with; see `ModeChoice`. */
  mode: SubscriptionMode;
  content: SubscriptionContent;
  commitment: 'processed' | 'confirmed' | 'finalized';
  limits: { stallMs: number; maxPauseMs: number; maxRssBytes: number };
  /** Messages go here. */
  sink: MessageSink;
  on: Partial<StreamReaderEvents>;
}

export interface MessageSink {
  /** The first slot that the next subscription should deliver; null: start at the head. */
  resumeFrom(): number | null;
  /** Takes a message; `pong` answers a ping. */
  take(message: Uint8Array, pong: () => Promise<void>): Promise<void>;
  /** A subscription ended: incomplete slots are dropped, and come again with the replay. */
  restart(): void;
  /** Whether reading must stop. */
  readonly isFull: boolean;
  /** Whether reading should resume after the sink was full. */
  readonly hasRoom: boolean;
}

/** Events for monitoring. Called synchronously; handlers must not throw. */
export interface StreamReaderEvents {
  /** `server`: 0 for the first endpoint, 1 for its first fallback. */
  connected(fromSlot: number | null, server: number): void;
  disconnected(cause: DisconnectCause, detail: string): void;
  message(bytes: number): void;
  /** The next subscription at this server has another mode than before, or expects less. */
  modeChanged(change: ModeChange, server: number): void;
}

const RSS_CHECK_EVERY = 64;
/** Longer than it takes to read a message that is already waiting in the native client. */
const STREAM_IDLE_MS = 5;
const MAX_REFUSED_REPLAYS = 2;
/** Our own slowness is not the server's fault. */
const OWN_CAUSES: ReadonlySet<DisconnectCause> = new Set(['writer_behind', 'memory_full', 'without_entries']);

/**
 * Reads a Geyser stream for as long as the process runs. States:
 *
 * - **connecting**: to the current endpoint, with `from_slot` if something is stored. After two replays in a
 * row that were refused before they brought a newer block, it subscribes without one: the head plus a recorded gap is better than nothing.
 * - **streaming**: each message goes to the sink. Ends when the server ends or fails it, when no block came for too
 * long (`stalled`), when the sink stayed full for `maxPauseMs` (`writer_behind`), or when the process holds too much
 * memory (`memory_full`), when blocks come without entries (`without_entries`).
 * - **waiting**: until the sink has room, then for the back-off. Then it connects again, to the next endpoint unless
 * the cause was our own or the same endpoint may give more in the other mode.
 * - **stopped**: by `stop`, from any state.
 */
export class StreamReader {
  readonly #options: StreamReaderOptions;
  readonly #stopping = new AbortController();
  readonly #waits = new ReconnectWaits();
  readonly #stalls: StallDetector;
  #stream: GeyserStream | null = null;
  /** Index of the endpoint in use. */
  #server = 0;
  /** Per endpoint. */
  readonly #choices: readonly ModeChoice[];
  /** When the last read was started, by `performance.now()`. */
  #askedAt = Number.NEGATIVE_INFINITY;
  /** Whether the present subscription delivered anything. */
  #hasReceived = false;
  /** Whether the present subscription requested a replay. */
  #asksReplay = false;
  /** Whether the present subscription brought a block that is newer than all before. */
  #hasAdvanced = false;
  /** Consecutive subscriptions with a replay that were refused before they brought a newer block. */
  #refusedReplays = 0;

  constructor(options: StreamReaderOptions) {
    this.#options = options;
    this.#choices = options.endpoints.map(() => new ModeChoice(options.mode));
    this.#stalls = new StallDetector(options.limits.stallMs, performance.now());
  }

  /** Whether the native client has messages ready: reads return immediately, so the last one was started just now. */
  get hasMessagesReady(): boolean {
    return performance.now() - this.#askedAt <= STREAM_IDLE_MS;
  }

  /** How the present endpoint is subscribed; tell it of blocks and entries. */
  get choice(): ModeChoice {
    return this.#choices[this.#server]!;
  }

  /** Call when a whole block came. */
  block(isNewest: boolean): void {
    this.#stalls.block(performance.now());
    if (!isNewest) return;
    this.#waits.newBlock();
    this.#hasAdvanced = true;
    this.#refusedReplays = 0;
  }

  /** Runs until `stop`. */
  async run(): Promise<void> {
    const { sink, on, endpoints } = this.#options;
    while (!this.#stopping.signal.aborted) {
      this.#hasReceived = false;
      this.#asksReplay = false;
      this.#hasAdvanced = false;
      this.#waits.begin();
      this.choice.begin();
      let isRefused = false;
      let isReplayRefused = false;
      const { cause, detail } = await this.#readSubscription().then(
        (cause) => ({ cause, detail: DISCONNECT_TEXTS[cause] }),
        (error: Error) => {
          isReplayRefused = mayRefuseReplay(error);
          isRefused = mayRefuseMode(error);
          return { cause: causeOfFailure(error, this.#hasReceived), detail: detailOfFailure(error) };
        },
      );
      this.#stream?.close();
      this.#stream = null;
      if (this.#stopping.signal.aborted) return;
      on.disconnected?.(cause, detail);
      const change = this.#changeMode(isRefused);
      // Without blocks: maybe they come without a replay, in this mode or the other.
      isReplayRefused ||= change?.reason === 'replay_without_blocks';
      if (this.#asksReplay && !this.#hasAdvanced && isReplayRefused) this.#refusedReplays += 1;
      sink.restart();
      const waitMs = this.#waits.next(Math.random());
      while (!sink.hasRoom && !this.#stopping.signal.aborted) await sleep(50);
      // Switches to the next endpoint, if there is one: this one is likely to fail again.
      if (change === null && !OWN_CAUSES.has(cause)) this.#server = (this.#server + 1) % endpoints.length;
      await sleep(waitMs, undefined, { signal: this.#stopping.signal }).catch(() => {});
    }
  }

  #changeMode(isRefused: boolean): ModeChange | null {
    const isTried = this.#hasReceived || isRefused;
    const change = isTried ? this.choice.ended({ isRefused, askedReplay: this.#asksReplay }) : null;
    if (change !== null) this.#options.on.modeChanged?.(change, this.#server);
    return change;
  }

  stop(): void {
    this.#stopping.abort();
    this.#stream?.close();
  }

  /** Reads one subscription until it ends; returns why it did. */
  async #readSubscription(): Promise<keyof typeof DISCONNECT_TEXTS> {
    const { endpoints, content, commitment, limits, sink, on } = this.#options;
    const { choice } = this;
    const client = await connect(endpoints[this.#server]!);
    const wanted = sink.resumeFrom();
    const fromSlot = wanted === null ? null : await this.#replayFrom(client, Math.max(0, wanted));
    this.#asksReplay = fromSlot !== null;
    const stream = await GeyserStream.open(client, { mode: choice.mode, content, commitment, fromSlot });
    this.#stream = stream;
    on.connected?.(fromSlot, this.#server);
    this.#stalls.resume(performance.now());
    const pong = (): Promise<void> => stream.pong();
    for (let count = 1; ; count += 1) {
      const leftMs = this.#stalls.leftMs(performance.now());
      if (leftMs <= 0) return 'stalled';
      this.#askedAt = performance.now();
      const message = await stream.read(leftMs);
      this.#hasReceived = true;
      if (message === null) return 'ended';
      this.#waits.message(performance.now());
      on.message?.(message.length);
      await sink.take(message, pong);
      if (choice.lacksEntries) return 'without_entries';
      if (sink.isFull) {
        if (!(await this.#waitForSink())) return 'writer_behind';
        this.#stalls.resume(performance.now());
      }
      if (count % RSS_CHECK_EVERY === 0 && process.memoryUsage.rss() > limits.maxRssBytes)
        return 'memory_full';
    }
  }

  /** Where the replay should start: as far back as needed, limited by what the server can replay. */
  async #replayFrom(client: Awaited<ReturnType<typeof connect>>, wanted: number): Promise<number | null> {
    if (this.#refusedReplays >= MAX_REFUSED_REPLAYS) return null;
    const first = await firstAvailableSlot(client);
    return first === null ? wanted : Math.max(wanted, first);
  }

  /** Waits while the sink is full. Returns false if it stayed full for too long. */
  async #waitForSink(): Promise<boolean> {
    const { sink, limits } = this.#options;
    const deadline = performance.now() + limits.maxPauseMs;
    while (sink.isFull) {
      if (performance.now() > deadline || this.#stopping.signal.aborted) return false;
      await sleep(5);
    }
    return true;
  }
}
