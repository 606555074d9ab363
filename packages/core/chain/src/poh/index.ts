export { LaneHasher } from './lane-hasher.js';
export { merkleRoot } from './merkle-root.js';
export { PohWorkers } from './poh-workers.js';
export { type PohProof, type PohSignatures, type PohSlot, proveSlot } from './prove-slot.js';
