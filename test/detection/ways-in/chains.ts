import { LiveChain, type Simulator, startSimulator } from '@tickscope/simulator';
import { BuiltProcess } from './built-process.js';
import type { ChainBlock, HeadChain } from './corpus.js';

const RETENTION_SLOTS = 1_000;

/** A simulator that streams given blocks only up to a slot that the test sets. */
export interface GatedStream {
  simulator: Simulator;
  /** Sends the blocks up to this slot, as fast as the subscriber takes them. */
  openTo(slot: number): void;
  stop(): Promise<void>;
}

export async function startGatedStream(blocks: readonly ChainBlock[]): Promise<GatedStream> {
  const gate = new Gate();
  const waiting = [...blocks];
  const source = {
    async next() {
      const block = waiting.shift();
      if (block === undefined || !(await gate.passes(block.slot))) return null;
      return { slot: block.slot, block: block.stored };
    },
    leaderAt: () => null,
  };
  const chain = new LiveChain(source, { slotMs: 0, retentionSlots: RETENTION_SLOTS });
  const simulator = await startSimulator({ chain });
  return {
    simulator,
    openTo: (slot) => gate.openTo(slot),
    async stop() {
      gate.close();
      await simulator.stop();
    },
  };
}

/** Lets slots pass up to one that moves. */
class Gate {
  #slot = -1;
  #isClosed = false;
  #wake: () => void = () => undefined;

  openTo(slot: number): void {
    this.#slot = slot;
    this.#wake();
  }

  /** Nothing more passes. */
  close(): void {
    this.#isClosed = true;
    this.#wake();
  }

  /** Resolves when the slot may pass; false: it never will. */
  async passes(slot: number): Promise<boolean> {
    while (!this.#isClosed && slot > this.#slot)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    return !this.#isClosed;
  }
}

/** A node that answers JSON-RPC about given blocks, all of them finalized. Its stream has nothing new. */
export async function startNode(blocks: readonly ChainBlock[]): Promise<Simulator> {
  const waiting = [...blocks];
  const source = {
    next() {
      const block = waiting.shift();
      return block === undefined ? null : { slot: block.slot, block: block.stored };
    },
    leaderAt: () => null,
  };
  const chain = new LiveChain(source, {
    ...{ slotMs: 0, retentionSlots: RETENTION_SLOTS, historySlots: blocks.length },
    ...{ confirmedDelaySlots: 0, finalizedDelaySlots: 0 },
  });
  await chain.prepare();
  return startSimulator({ chain, rpc: {} });
}

/**
 * Streams the head of the chain, above the corpus, at the pace of a real chain. A process of its own, so that making the
 * chain keeps nothing waiting here.
 */
export async function startLiveHead({
  simulatorArguments,
}: HeadChain): Promise<{ endpoint: string; stop(): Promise<void> }> {
  const simulator = new BuiltProcess('simulator', {}, ['--port', '0', ...simulatorArguments]);
  const { endpoint } = await simulator.logged('the simulator listens');
  return { endpoint: String(endpoint), stop: () => simulator.stop() };
}
