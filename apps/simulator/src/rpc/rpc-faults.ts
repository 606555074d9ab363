import { Random } from '../synthetic/random.js';

/** Faults of a bad node. May be changed while the server runs. */
export interface RpcFaults {
  /** Delay before each response. */
  latencyMs: number;
  /** Share of requests answered with HTTP 503. */
  failShare: number;
  /** Requests per second above which it answers HTTP 429; null: no limit. */
  requestsPerSecond: number | null;
  /** Slots for which `getBlock` returns a wrong blockhash. */
  wrongBlockhashSlots: readonly number[];
  /** Slots that it reports as skipped, or missing in long-term storage (-32009), although they are not. */
  missingSlots: readonly number[];
  isUnhealthy: boolean;
  /** Seed for drawing the failing share. */
  seed: string;
}

export const NO_RPC_FAULTS: RpcFaults = {
  latencyMs: 0,
  failShare: 0,
  requestsPerSecond: null,
  wrongBlockhashSlots: [],
  missingSlots: [],
  isUnhealthy: false,
  seed: 'rpc',
};

/** Decides on each request in order of arrival. */
export class RequestGate {
  readonly #faults: RpcFaults;
  readonly #random: Random;
  #second = 0;
  #inSecond = 0;

  constructor(faults: RpcFaults) {
    this.#faults = faults;
    this.#random = new Random(`${faults.seed}/rpc`);
  }

  /** The HTTP status of a refusal, or `null`. */
  refusal(nowMs: number): 429 | 503 | null {
    const { requestsPerSecond, failShare } = this.#faults;
    const second = Math.floor(nowMs / 1_000);
    if (second !== this.#second) {
      this.#second = second;
      this.#inSecond = 0;
    }
    this.#inSecond += 1;
    if (requestsPerSecond !== null && this.#inSecond > requestsPerSecond) return 429;
    return failShare > 0 && this.#random.chance(failShare) ? 503 : null;
  }
}
