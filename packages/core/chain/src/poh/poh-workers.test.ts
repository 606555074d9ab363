import { describe, expect, it } from 'vitest';
import { LaneHasher } from './lane-hasher.js';
import { PohWorkers } from './poh-workers.js';
import type { PohSlot } from './prove-slot.js';

/** Ticks of three hashes each, the first from zeros. */
function ticks(slot: number, count: number): PohSlot {
  const hashes = new Uint8Array(count * 32);
  const hasher = new LaneHasher();
  const state = new Uint8Array(32);
  for (let index = 0; index < count; index += 1) {
    hasher.hashTimes(state, [3]);
    hashes.set(state, index * 32);
  }
  return {
    slot,
    startHash: new Uint8Array(32),
    numHashes: new Float64Array(count).fill(3),
    transactionCounts: new Uint32Array(count),
    hashes,
    signatures: null,
  };
}

describe('PohWorkers', () => {
  it('gives every slot its own proof, more slots than threads', async () => {
    const workers = new PohWorkers(2);
    try {
      const slots = Array.from({ length: 9 }, (_, index) => ticks(100 + index, 1 + index));
      slots[4]!.hashes[0]! ^= 1;
      const proofs = await Promise.all(slots.map((slot) => workers.prove(slot)));
      expect(proofs.map(({ slot }) => slot)).toEqual(slots.map(({ slot }) => slot));
      expect(proofs.map(({ proven }) => proven)).toEqual([1, 2, 3, 4, 3, 6, 7, 8, 9]);
      expect(proofs[4]!.wrong).toEqual([0, 1]);
    } finally {
      await workers.close();
    }
  });

  it('an unreadable slot rejects instead of hanging, and so do later ones', async () => {
    const workers = new PohWorkers(1);
    const broken = { ...ticks(1, 2), hashes: new Uint8Array(3) };
    await expect(workers.prove(broken)).rejects.toThrow(/slot 1: 2 entries, 3 bytes/);
    await expect(workers.prove(ticks(2, 1))).rejects.toThrow();
    await workers.close();
  });

  it('close rejects waiting slots', async () => {
    const workers = new PohWorkers(1);
    const waiting = workers.prove(ticks(1, 1));
    const closed = workers.close();
    await expect(waiting).rejects.toThrow('the worker threads were stopped');
    await closed;
  });
});
