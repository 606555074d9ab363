import { fetchBlock } from '../source/rpc/fetch-block.js';
import type { JsonRpc } from '../source/rpc/json-rpc.js';
import type { RepairSource } from './repair-source.js';

/** Blocks over JSON-RPC: all transactions but no entries, so their ticks stay unknown. */
export function rpcSource(rpc: JsonRpc): RepairSource {
  return {
    name: 'JSON-RPC',
    async block(slot, _downTo, signal) {
      const fetched = await fetchBlock(rpc, slot, signal);
      if (fetched.kind === 'block') return fetched.block;
      throw new Error(
        fetched.kind === 'skipped'
          ? 'the node says the slot was skipped, but a block builds on it'
          : fetched.reason,
      );
    },
  };
}
