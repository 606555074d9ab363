/** A number of requests in a number of seconds. */
export interface PlanLimit {
  readonly limit: number;
  readonly seconds: number;
}

export interface Plan {
  /** Counted per key and per account, over every operation. */
  readonly global: PlanLimit;
  /**
   * By operation id, counted per key. Operations that are `null` or not listed have no limit of their own, only
   * the global one.
   */
  readonly endpoints: Readonly<Record<string, PlanLimit | null>>;
}

/** By name; `default` and `test` always exist. */
export type Plans = Readonly<Record<string, Plan>>;
