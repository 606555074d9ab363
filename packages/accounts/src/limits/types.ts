/** So many requests in so many seconds, from the first. A window of another length is another window. */
export interface Window {
  /** What is limited, as texts show it. */
  readonly name: string;
  /** Whose requests are counted. */
  readonly subject: string;
  readonly limit: number;
  readonly seconds: number;
}

export interface WindowState {
  readonly name: string;
  readonly limit: number;
  /** Requests left, this one taken off where it was allowed. */
  readonly remaining: number;
  /** When the window ends; where none has begun, when one that began now would. */
  readonly resetAt: Date;
}

export interface Taken {
  readonly allowed: boolean;
  /** In the order of the request. */
  readonly windows: WindowState[];
  /** Of the windows that refused, the one that ends last; `null` when the request is allowed. */
  readonly refusedBy: WindowState | null;
  /** The time it was decided at. */
  readonly now: Date;
}
