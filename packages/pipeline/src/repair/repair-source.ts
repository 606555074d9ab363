import type { Block } from '@tickscope/chain';

/** Where blocks that the stream did not give may still be had. */
export interface RepairSource {
  /** For people: `replay of the stream`, `JSON-RPC`. */
  readonly name: string;
  /**
   * The block of a slot that is known to exist. `downTo`: how far back more will be asked, so that one call may
   * fetch several.
   * @throws Error whose message says why not; another source, or a later try, may have it
   */
  block(slot: number, downTo: number, signal: AbortSignal): Promise<Block>;
  /** Forgets what it keeps for the next call. */
  reset?(): void;
}
