import { once } from 'node:events';
import { type ServerDuplexStream, status } from '@grpc/grpc-js';
import type { SubscribeRequest } from '@triton-one/yellowstone-grpc';
import type { Logger } from 'pino';
import type { ChainEvent, ChainSubscriber, Commitment } from '../chain/chain.js';
import type { FedChain } from '../chain/fed-chain.js';
import { sleep } from '../chain/sleep.js';
import { approximateBytes, encodeMessage } from './encode-message.js';
import type { FaultInjector, Outcome } from './faults.js';
import { compileFilters, type Filters, NO_FILTERS, type OutMessage } from './filters.js';
import { GrpcError, internal } from './grpc-error.js';
import { checkLimits, ReplayLimit, reachesReplay, type ServerLimits, withinLimits } from './server-limits.js';

export interface SubscriptionOptions {
  /** Limit on messages waiting for one client; beyond it the client is disconnected, as by the real server. */
  queueCapacity: number;
  pingIntervalMs: number;
  /** Whether `from_slot` is known (not with `replay_stored_slots: 0`). `late`: it is refused after the first message. */
  canReplay: boolean | 'late';
  limits: ServerLimits;
}

type DataMessage = Exclude<OutMessage, { type: 'ping' | 'pong' }>;

/** The limit of `queueCapacity` for the memory of the waiting messages. */
const QUEUE_CAPACITY_BYTES = 512 << 20;
/** An unpaced chain continues when less than this waits. */
const ROOM_BELOW_BYTES = 4 << 20;
/** How long a reordered message may wait for another one to swap with. */
const REORDER_IDLE_MS = 50;

/** One `Subscribe` call: filters, a bounded queue, and a pump that writes as fast as the client reads. */
export class Subscription implements ChainSubscriber {
  readonly #call: ServerDuplexStream<SubscribeRequest, Buffer>;
  readonly #chain: FedChain;
  readonly #options: SubscriptionOptions;
  readonly #faults: FaultInjector;
  readonly #log: Logger;
  readonly #closing = new AbortController();
  readonly #onFilters: () => void;
  #unsubscribe: (() => void) | null = null;
  readonly #pings: NodeJS.Timeout;
  #filters: Filters = NO_FILTERS;
  #replay: Iterator<ChainEvent> | null = null;
  #hasReplay = false;
  readonly #replayLimit: ReplayLimit;
  #replayed: OutMessage[] = [];
  #queue: OutMessage[] = [];
  #queueStart = 0;
  #queuedBytes = 0;
  #held: DataMessage[] = [];
  /** Replaced when the client changes its request: see `FaultInjector.decide`. */
  #pass: object = {};
  #failure: GrpcError | null = null;
  #isEnding = false;
  #wake: (() => void) | null = null;

  constructor(
    call: ServerDuplexStream<SubscribeRequest, Buffer>,
    chain: FedChain,
    faults: FaultInjector,
    options: SubscriptionOptions,
    onFilters: () => void,
    log: Logger,
  ) {
    this.#call = call;
    this.#chain = chain;
    this.#faults = faults;
    this.#options = options;
    this.#replayLimit = new ReplayLimit(options.limits);
    this.#log = log;
    this.#onFilters = onFilters;
    this.#pings = setInterval(() => this.#push({ type: 'ping' }), options.pingIntervalMs);
    this.#pings.unref();
    this.#push({ type: 'ping' });
    call.on('data', (request: SubscribeRequest) => this.#onRequest(request));
    call.on('cancelled', () => this.#close());
    call.on('error', () => this.#close());
    this.#pump().catch((cause: unknown) => {
      log.error({ cause }, 'a stream failed');
      this.#end(internal('the simulator failed'));
    });
  }

  get commitment(): Commitment {
    return this.#filters.commitment;
  }

  hasRoom(): boolean {
    return this.#replay === null && this.#queuedBytes < ROOM_BELOW_BYTES;
  }

  deliver(events: readonly ChainEvent[]): void {
    if (this.#isOver()) return;
    for (const event of events)
      for (const message of this.#match(event)) {
        this.#queue.push(message);
        this.#queuedBytes += approximateBytes(message);
      }
    this.#checkLag();
    this.#wakeUp();
  }

  /** Sends the waiting messages, then ends the stream with OK or with the error. */
  finish(failure: GrpcError | null): void {
    this.#failure ??= failure;
    this.#isEnding = true;
    this.#wakeUp();
  }

  #onRequest(request: SubscribeRequest): void {
    try {
      const { limits } = this.#options;
      checkLimits(request, limits);
      const filters = compileFilters(withinLimits(request, limits));
      // A ping asks for a pong and leaves the filters as they are.
      if (request.ping !== undefined) {
        this.#push({ type: 'pong', id: request.ping.id });
        return;
      }
      this.#filters = filters;
      this.#pass = {};
      // Subscribes only now, because an unpaced chain would run ahead before the filters are known.
      this.#unsubscribe ??= this.#chain.subscribe(this);
      if (request.fromSlot !== undefined) this.#startReplay(request.fromSlot);
      this.#log.debug({ fromSlot: request.fromSlot, commitment: filters.commitment }, 'new filters');
      this.#wakeUp();
      this.#onFilters();
    } catch (cause) {
      const failure =
        cause instanceof GrpcError ? cause : internal('the simulator failed to read the request');
      if (this.#options.canReplay === 'late') {
        this.#unsubscribe?.();
        this.finish(failure);
      } else this.#end(failure);
    }
  }

  #startReplay(text: string): void {
    if (this.#options.canReplay !== true) throw internal('from_slot is not supported');
    const fromSlot = Number(text);
    const first = this.#chain.firstAvailableSlot();
    if (first !== null && fromSlot < first)
      throw new GrpcError(
        status.OUT_OF_RANGE,
        `broadcast from ${text} is not available, last available: ${first}`,
      );
    const events = this.#chain.replay(fromSlot, this.#filters.commitment)[Symbol.iterator]();
    const { value, done } = events.next();
    // The real server answers a slot that it has nothing of, the next one included, with this error.
    if (done === true) throw internal('failed to get replay response');
    this.#replay = events;
    this.#hasReplay = true;
    this.#replayed = this.#match(value);
  }

  #match(event: ChainEvent): OutMessage[] {
    return this.#hasReplay && !reachesReplay(event, this.#options.limits) ? [] : this.#filters.match(event);
  }

  async #pump(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      const message = this.#next();
      if (message !== null) {
        if (message.type === 'ping' || message.type === 'pong' || !this.#faults.isActive)
          await this.#write(encodeMessage(message));
        else await this.#sendWithFaults(message);
      } else if (this.#held.length > 0) {
        await this.#waitForMore(REORDER_IDLE_MS);
        if (this.#waiting() === 0) await this.#flushHeld();
      } else if (this.#isEnding) this.#end(this.#failure);
      else await this.#waitForMore(null);
    }
  }

  /** Replayed messages first; live ones wait for them. */
  #next(): OutMessage | null {
    const replayed = this.#replayed.shift();
    if (replayed !== undefined) return replayed;
    while (this.#replay !== null) {
      const { value, done } = this.#replay.next();
      if (done === true) this.#replay = null;
      else if (this.#replayLimit.isPassedBy(value.slot)) {
        this.#end(null);
        return null;
      } else {
        this.#replayed = this.#match(value);
        const first = this.#replayed.shift();
        if (first !== undefined) return first;
      }
    }
    const message = this.#queue[this.#queueStart];
    if (message === undefined) return null;
    this.#queueStart += 1;
    this.#queuedBytes -= approximateBytes(message);
    if (this.#queueStart >= 16 && this.#queueStart * 2 >= this.#queue.length) {
      this.#queue = this.#queue.slice(this.#queueStart); // Soon: a sent message keeps its block in memory.
      this.#queueStart = 0;
    }
    return message;
  }

  async #sendWithFaults(message: DataMessage): Promise<void> {
    const { reorderWindow } = this.#faults.options;
    if (reorderWindow < 2) return this.#sendDistorted(message);
    this.#held.push(message);
    if (this.#held.length >= reorderWindow) await this.#sendDistorted(this.#takeHeld());
  }

  async #flushHeld(): Promise<void> {
    while (this.#held.length > 0 && !this.#closing.signal.aborted)
      await this.#sendDistorted(this.#takeHeld());
  }

  #takeHeld(): DataMessage {
    return this.#held.splice(this.#faults.random.below(this.#held.length), 1)[0]!;
  }

  async #sendDistorted(message: DataMessage): Promise<void> {
    const outcome: Outcome = this.#faults.decide(message, this.#pass);
    if (outcome.stallMs > 0) await sleep(outcome.stallMs, this.#closing.signal);
    const send = (isFork: boolean): Promise<void> =>
      this.#write(this.#faults.distort(encodeMessage(message, { ...outcome, isFork }), outcome));
    for (let copy = 0; copy < outcome.copies; copy += 1) {
      if (outcome.fork === 'before') await send(true);
      await send(outcome.fork === 'instead');
      if (outcome.fork === 'after') await send(true);
    }
    if (outcome.disconnectAfter)
      this.#end(new GrpcError(status.UNAVAILABLE, 'the simulator disconnects, as configured'));
  }

  async #write(bytes: Buffer): Promise<void> {
    if (this.#closing.signal.aborted || this.#call.write(bytes)) return;
    // Rejects when the stream ends meanwhile.
    await once(this.#call, 'drain', { signal: this.#closing.signal }).catch(() => {});
  }

  #push(message: OutMessage): void {
    if (this.#isOver()) return;
    this.#queue.push(message);
    this.#queuedBytes += approximateBytes(message);
    this.#wakeUp();
  }

  #waiting(): number {
    return this.#queue.length - this.#queueStart;
  }

  #checkLag(): void {
    if (this.#waiting() <= this.#options.queueCapacity && this.#queuedBytes <= QUEUE_CAPACITY_BYTES) return;
    this.#log.warn({ waiting: this.#waiting() }, 'a client lags behind and is cut off');
    this.#queue = [];
    this.#queueStart = 0;
    this.#end(internal('lagged to send an update'));
  }

  #waitForMore(ms: number | null): Promise<void> {
    return new Promise((resolve) => {
      const timer = ms === null ? null : setTimeout(() => this.#wakeUp(), ms);
      this.#wake = () => {
        if (timer !== null) clearTimeout(timer);
        resolve();
      };
      // Wakes up for messages that arrived since the last check.
      if (this.#waiting() > 0 || this.#replay !== null || this.#replayed.length > 0 || this.#isOver())
        this.#wakeUp();
    });
  }

  #wakeUp(): void {
    const wake = this.#wake;
    this.#wake = null;
    wake?.();
  }

  #isOver(): boolean {
    return this.#closing.signal.aborted;
  }

  /** Ends the stream immediately, discarding waiting messages. */
  #end(failure: GrpcError | null): void {
    if (this.#isOver()) return;
    this.#close();
    if (failure === null) this.#call.end();
    else this.#call.emit('error', failure);
  }

  #close(): void {
    if (this.#isOver()) return;
    this.#closing.abort();
    clearInterval(this.#pings);
    this.#unsubscribe?.();
    this.#queue = [];
    this.#queueStart = 0;
    this.#wakeUp();
  }
}
