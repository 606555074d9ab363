import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectSandwiches } from './engine/detect.js';
import { createSandwichDetector, type SandwichChange } from './engine/detector.js';
import type { PayerSighting } from './model/payer-sighting.js';
import { compareInstructions } from './model/position.js';
import { type PriorSandwich, priorSandwich } from './model/prior-sandwich.js';
import type { BlockTrades, Sandwich } from './model/sandwich.js';
import { randomBlocks } from './testing/random-blocks.js';

/** Sightings that a restart needs of the blocks before. */
function payersBefore(blocks: readonly BlockTrades[]): PayerSighting[] {
  return blocks.flatMap(({ slot, blockTime, swaps }) =>
    swaps
      .filter(({ authority, authoritySigned, feePayer }) => authoritySigned && authority !== feePayer)
      .map(({ feePayer, authority, programId, outerProgramId, mintIn, mintOut }) => ({
        payer: feePayer,
        authority,
        slot,
        blockTime,
        program: outerProgramId === programId ? '' : outerProgramId,
        mintIn,
        mintOut,
      })),
  );
}

/** So low that even these few wallets become known bots. */
const OPTIONS = { thresholds: { botTrips: 1, botPools: 1, botGains: 0, botAims: 0 } };

function pushAll(blocks: readonly BlockTrades[]): SandwichChange[][] {
  const detector = createSandwichDetector(OPTIONS);
  return [...blocks.map((block) => detector.push(block)), detector.flush()];
}

/** Plays what a store does with changes. */
function stateAfter(
  changes: readonly SandwichChange[],
): Map<string, { sandwich: Sandwich; isFinal: boolean }> {
  const state = new Map<string, { sandwich: Sandwich; isFinal: boolean }>();
  for (const { kind, sandwich } of changes) {
    const known = state.get(sandwich.id);
    if (known?.isFinal) throw new Error(`${sandwich.id} changed after it was final`);
    if (kind === 'found' && known !== undefined) throw new Error(`${sandwich.id} found twice`);
    if (kind !== 'found' && known === undefined)
      throw new Error(`${sandwich.id} ${kind} before it was found`);
    if (kind === 'retracted') state.delete(sandwich.id);
    else state.set(sandwich.id, { sandwich, isFinal: kind === 'final' });
  }
  return state;
}

const RUNS = { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 150) };

describe('the detector', () => {
  it('gives in the end, block by block, what the batch gives', () => {
    fc.assert(
      fc.property(randomBlocks(80), (blocks) => {
        const state = stateAfter(pushAll(blocks).flat());
        const streamed = [...state.values()];
        expect(streamed.every(({ isFinal }) => isFinal)).toBe(true);
        const sandwiches = streamed
          .map(({ sandwich }) => sandwich)
          .sort((a, b) => compareInstructions(a.fronts[0]!, b.fronts[0]!));
        expect(detectSandwiches(blocks, OPTIONS)).toEqual(sandwiches);
      }),
      RUNS,
    );
  });

  it('goes on after a restart at any slot as if it had never stopped, through JSON of what was final', () => {
    fc.assert(
      fc.property(randomBlocks(80), fc.nat(), (blocks, choice) => {
        const restart = choice % blocks.length;
        const undisturbed = pushAll(blocks);
        const last = blocks[restart - 1];
        const resumeAt = last === undefined ? 0 : last.slot + 1;
        const prior = undisturbed
          .slice(0, restart)
          .flat()
          .filter(({ kind }) => kind === 'final')
          .map(({ sandwich }) => priorSandwich(sandwich));
        const fed = blocks.filter(({ slot }) => slot >= resumeAt - 40);
        const detector = createSandwichDetector({
          ...OPTIONS,
          resumeAt,
          prior: JSON.parse(JSON.stringify(prior)) as PriorSandwich[],
          payers: payersBefore(blocks.slice(0, blocks.length - fed.length)),
        });
        const restarted = [...fed.map((block) => detector.push(block)), detector.flush()];
        const warm = restart - (blocks.length - fed.length);
        expect(restarted.slice(0, warm).flat()).toEqual([]);
        expect(restarted.slice(warm)).toEqual(undisturbed.slice(restart));
      }),
      RUNS,
    );
  });

  it('uses a leg for one sandwich, or as the close of one and the open of the next where both match exactly', () => {
    fc.assert(
      fc.property(randomBlocks(60), (blocks) => {
        const uses = new Map<unknown, { sandwich: Sandwich; side: string }[]>();
        for (const sandwich of detectSandwiches(blocks, OPTIONS))
          for (const side of ['fronts', 'backs'] as const)
            for (const leg of sandwich[side]) uses.set(leg, [...(uses.get(leg) ?? []), { sandwich, side }]);
        for (const used of uses.values()) {
          if (used.length === 1) continue;
          expect(used.map(({ side }) => side).sort()).toEqual(['backs', 'fronts']);
          for (const { sandwich } of used)
            expect(Math.abs(sandwich.quantityRatio - 1)).toBeLessThanOrEqual(0.001);
        }
      }),
      RUNS,
    );
  });

  it('gives sandwiches whose parts are where the definition puts them', () => {
    fc.assert(
      fc.property(randomBlocks(60), (blocks) => {
        for (const {
          fronts,
          backs,
          victims,
          lastSlot,
          firstSlot,
          attackers,
          confidence,
          reason,
        } of detectSandwiches(blocks, OPTIONS)) {
          expect(compareInstructions(fronts.at(-1)!, backs[0]!)).toBeLessThan(0);
          expect(lastSlot - firstSlot).toBeLessThanOrEqual(20);
          expect(victims.length).toBeGreaterThan(0);
          expect(confidence === 'suspected').toBe(reason !== null);
          for (const { swap } of victims) {
            expect(compareInstructions(fronts[0]!, swap)).toBeLessThan(0);
            expect(compareInstructions(swap, backs.at(-1)!)).toBeLessThan(0);
            expect(swap.mintIn).toBe(fronts[0]!.mintIn);
            expect(attackers).not.toContain(swap.trader);
          }
        }
      }),
      RUNS,
    );
  });

  it('takes the same slot again without a change, and refuses one that lies before', () => {
    fc.assert(
      fc.property(randomBlocks(30), (blocks) => {
        const detector = createSandwichDetector(OPTIONS);
        const twice = blocks.flatMap((block) => [detector.push(block), detector.push(block)]);
        expect(twice.filter((_, at) => at % 2 === 1).flat()).toEqual([]);
        expect([...twice, detector.flush()].flat()).toEqual(pushAll(blocks).flat());
        expect(() => detector.push({ ...blocks[0]!, slot: 999 })).toThrow(RangeError);
      }),
      RUNS,
    );
  });
});
