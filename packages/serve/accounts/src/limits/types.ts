/**
 * A number of requests in a number of seconds, from the first request. Windows of different lengths are
 * different windows.
 */
export interface Window {
  /** The operation or scope that is limited, as error texts show it. */
  readonly name: string;
  /** The key, account or address whose requests are counted. */
  readonly subject: string;
  readonly limit: number;
  readonly seconds: number;
}

export interface WindowState {
  readonly name: string;
  readonly limit: number;
  /** Requests left after this one, if it was allowed. */
  readonly remaining: number;
  /** When the window ends; if none has begun, when one that begins now would end. */
  readonly resetAt: Date;
}

/** Whether a request is allowed by all of its windows. */
export interface RateDecision {
  readonly allowed: boolean;
  /** In the order of the request. */
  readonly windows: WindowState[];
  /** The window that refused, the last one to end if several did; `null` when the request is allowed. */
  readonly refusedBy: WindowState | null;
  /** The time of the decision. */
  readonly now: Date;
}
