import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BatchWriter, WriteLanes } from './write-lanes.js';

const aWriter = (): BatchWriter => ({
  write: async () => ({ outcomes: new Map(), rows: 0, rowsOfSlot: new Map(), bytes: 0 }),
});
const batchOf = (...slots: number[]) => ({ blocks: slots.map((slot) => ({ slot })) });

describe('WriteLanes', () => {
  it('writes every batch once, in order where slots are shared, and never more at a time than there are writers', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 3 }),
        fc.array(fc.record({ slots: fc.array(fc.nat(6), { maxLength: 3 }), waitMs: fc.nat(3) }), {
          maxLength: 12,
        }),
        async (writerCount, plan) => {
          const writers = Array.from({ length: writerCount }, aWriter);
          const busy = new Set<BatchWriter>();
          const open = new Set<number>();
          const written: number[] = [];
          const lanes = new WriteLanes(
            writers,
            async (writer, batch: ReturnType<typeof batchOf> & { at: number; waitMs: number }) => {
              expect(busy.has(writer)).toBe(false);
              busy.add(writer);
              for (const { slot } of batch.blocks) {
                expect(open.has(slot)).toBe(false);
                open.add(slot);
              }
              await sleep(batch.waitMs);
              for (const { slot } of batch.blocks) open.delete(slot);
              busy.delete(writer);
              written.push(batch.at);
            },
          );
          for (const [at, { slots, waitMs }] of plan.entries())
            await lanes.begin({ ...batchOf(...new Set(slots)), at, waitMs });
          await lanes.end();
          expect([...written].sort((left, right) => left - right)).toEqual(plan.map((_, at) => at));
          for (const slot of new Set(plan.flatMap(({ slots }) => slots))) {
            const ofSlot = written.filter((at) => plan[at]!.slots.includes(slot));
            expect(ofSlot).toEqual([...ofSlot].sort((left, right) => left - right));
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('begins a second batch while the first is being written', async () => {
    let release = (): void => {};
    const first = new Promise<void>((resolve) => {
      release = resolve;
    });
    const begun: number[] = [];
    const lanes = new WriteLanes(
      [aWriter(), aWriter()],
      async (_writer, batch: ReturnType<typeof batchOf>) => {
        begun.push(batch.blocks[0]!.slot);
        if (batch.blocks[0]!.slot === 1) await first;
      },
    );
    await lanes.begin(batchOf(1));
    await lanes.begin(batchOf(2));
    expect(begun).toEqual([1, 2]);
    release();
    await lanes.end();
  });

  it('throws the error of a batch at the next one, or at the end, and lets the others finish', async () => {
    const finished: number[] = [];
    const newLanes = (): WriteLanes<ReturnType<typeof batchOf>> =>
      new WriteLanes([aWriter(), aWriter()], async (_writer, { blocks }) => {
        await sleep(blocks[0]!.slot);
        if (blocks[0]!.slot === 1) throw new Error('refused');
        finished.push(blocks[0]!.slot);
      });
    const atNext = newLanes();
    await atNext.begin(batchOf(1));
    await atNext.begin(batchOf(20));
    await expect(atNext.begin(batchOf(3))).rejects.toThrow('refused');
    await atNext.stopped();
    expect(finished).toEqual([20]);

    const atEnd = newLanes();
    await atEnd.begin(batchOf(1));
    await expect(atEnd.end()).rejects.toThrow('refused');
  });
});
