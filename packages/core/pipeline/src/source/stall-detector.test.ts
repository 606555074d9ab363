import { describe, expect, it } from 'vitest';
import { StallDetector } from './stall-detector.js';

/** `count` blocks, one each `everyMs`, from 0 on; gives the time of the last. */
function run(stalls: StallDetector, count: number, everyMs: number): number {
  for (let block = 1; block <= count; block += 1) stalls.block(block * everyMs);
  return count * everyMs;
}

describe('StallDetector', () => {
  it('waits for the configured time while it has no statistics of stalls', () => {
    const stalls = new StallDetector(30_000, 0);
    expect(stalls.leftMs(0)).toBe(30_000);
    const last = run(stalls, 10, 400);
    expect(stalls.leftMs(last)).toBe(30_000);
  });

  it('allows twenty slot times of the median block', () => {
    const stalls = new StallDetector(30_000, 0);
    const last = run(stalls, 40, 400);
    expect(stalls.leftMs(last + 1_000)).toBe(20 * 400 - 1_000);
  });

  it('does not fire early after a replay, which is faster than live blocks', () => {
    const stalls = new StallDetector(30_000, 0);
    const last = run(stalls, 100, 3);
    expect(stalls.leftMs(last)).toBe(5_000);
  });

  it('one long wait among many does not change it', () => {
    const stalls = new StallDetector(30_000, 0);
    const last = run(stalls, 40, 400);
    stalls.block(last + 20_000);
    expect(stalls.leftMs(last + 20_000)).toBe(8_000);
  });

  it('never waits longer than configured', () => {
    const stalls = new StallDetector(2_000, 0);
    const last = run(stalls, 40, 400);
    expect(stalls.leftMs(last)).toBe(2_000);
  });

  it('does not count the time before it resumed', () => {
    const stalls = new StallDetector(30_000, 0);
    const last = run(stalls, 40, 400);
    stalls.resume(last + 60_000);
    expect(stalls.leftMs(last + 60_000)).toBe(8_000);
  });
});
