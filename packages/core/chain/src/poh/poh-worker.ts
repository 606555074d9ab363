// A worker thread of PohWorkers: proves the slots it receives one after the other.
import { parentPort } from 'node:worker_threads';
import { LaneHasher } from './lane-hasher.js';
import { type PohSlot, proveSlot } from './prove-slot.js';

const hasher = new LaneHasher();
parentPort?.on('message', (slot: PohSlot) => {
  parentPort?.postMessage(proveSlot(slot, hasher));
});
