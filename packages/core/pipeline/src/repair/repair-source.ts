import type { Block } from '@tickscope/chain';

/** A source of blocks that the stream did not deliver. */
export interface RepairSource {
  /** Name for logs: `replay of the stream`, `JSON-RPC`. */
  readonly name: string;
  /**
   * Returns the block of a slot that is known to exist. `downTo`: the lowest slot that will be requested next, so that
   * one call may fetch several blocks.
   * @throws Error whose message says why; another source, or a later try, may have the block
   */
  block(slot: number, downTo: number, signal: AbortSignal): Promise<Block>;
  /** Drops blocks kept for later calls. */
  reset?(): void;
}
