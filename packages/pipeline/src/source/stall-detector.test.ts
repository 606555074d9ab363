import { describe, expect, it } from 'vitest';
import { SlotPace } from './stall-detector.js';

/** `count` blocks, one each `everyMs`, from 0 on; gives the time of the last. */
function run(pace: SlotPace, count: number, everyMs: number): number {
  for (let block = 1; block <= count; block += 1) pace.block(block * everyMs);
  return count * everyMs;
}

describe('SlotPace', () => {
  it('waits as long as it was told while it does not know the pace', () => {
    const pace = new SlotPace(30_000, 0);
    expect(pace.leftMs(0)).toBe(30_000);
    const last = run(pace, 10, 400);
    expect(pace.leftMs(last)).toBe(30_000);
  });

  it('allows twenty slot times of the median block', () => {
    const pace = new SlotPace(30_000, 0);
    const last = run(pace, 40, 400);
    expect(pace.leftMs(last + 1_000)).toBe(20 * 400 - 1_000);
  });

  it('is not hasty after a replay, which comes as fast as it can', () => {
    const pace = new SlotPace(30_000, 0);
    const last = run(pace, 100, 3);
    expect(pace.leftMs(last)).toBe(5_000);
  });

  it('one long wait among many does not change it', () => {
    const pace = new SlotPace(30_000, 0);
    const last = run(pace, 40, 400);
    pace.block(last + 20_000);
    expect(pace.leftMs(last + 20_000)).toBe(8_000);
  });

  it('never waits longer than it was told', () => {
    const pace = new SlotPace(2_000, 0);
    const last = run(pace, 40, 400);
    expect(pace.leftMs(last)).toBe(2_000);
  });

  it('does not count the time in which nobody listened', () => {
    const pace = new SlotPace(30_000, 0);
    const last = run(pace, 40, 400);
    pace.resume(last + 60_000);
    expect(pace.leftMs(last + 60_000)).toBe(8_000);
  });
});
