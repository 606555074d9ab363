import { Random } from '../synthetic/random.js';

/** What a bad node does. May be changed while the server runs. */
export interface RpcFaults {
  /** Waits so long before each answer. */
  latencyMs: number;
  /** Share of requests answered with HTTP 503. */
  failShare: number;
  /** Requests of a second beyond which it answers HTTP 429; `null`: none. */
  requestsPerSecond: number | null;
  /** Slots for which `getBlock` names a blockhash that is not theirs. */
  wrongBlockhashSlots: readonly number[];
  /** Slots that it says to be skipped, or missing in long-term storage (-32009), though they are not. */
  missingSlots: readonly number[];
  isUnhealthy: boolean;
  /** Of the share. */
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

/** Decides about each request in the order of their coming. */
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
