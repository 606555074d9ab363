/** So many requests in so many seconds. */
export interface PlanLimit {
  readonly limit: number;
  readonly seconds: number;
}

export interface Plan {
  /** Counted per key and per account, over every operation. */
  readonly global: PlanLimit;
  /**
   * By operation id, counted per key. `null`, as an operation that is not named, has no limit of its own: only the
   * global one.
   */
  readonly endpoints: Readonly<Record<string, PlanLimit | null>>;
}

/** By name; `default` and `test` are always there. */
export type Plans = Readonly<Record<string, Plan>>;
