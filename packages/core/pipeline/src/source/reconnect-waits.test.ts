import { describe, expect, it } from 'vitest';
import { ReconnectWaits } from './reconnect-waits.js';

const LONGEST = 1;
const SHORTEST = 0;

describe('waits between subscriptions', () => {
  it('double, up to 15 s, with a jitter down to half', () => {
    const waits = new ReconnectWaits();
    const all = Array.from({ length: 9 }, () => waits.next(LONGEST));
    expect(all).toEqual([200, 400, 800, 1_600, 3_200, 6_400, 12_800, 15_000, 15_000]);
    expect(waits.next(SHORTEST)).toBe(7_500);
  });

  it('keep growing if each subscription brings only a message or a few blocks', () => {
    const waits = new ReconnectWaits();
    for (let count = 0; count < 20; count += 1) {
      waits.begin();
      waits.message(count * 1_000);
      for (let blocks = 0; blocks < 7; blocks += 1) waits.newBlock();
      waits.message(count * 1_000 + 500);
      waits.next(LONGEST);
    }
    expect(waits.next(LONGEST)).toBe(15_000);
  });

  it('start over after 8 new blocks of one subscription', () => {
    const waits = new ReconnectWaits();
    for (let count = 0; count < 20; count += 1) waits.next(LONGEST);
    waits.begin();
    for (let blocks = 0; blocks < 8; blocks += 1) waits.newBlock();
    expect([waits.next(LONGEST), waits.next(LONGEST)]).toEqual([200, 400]);
  });

  it('start over after 30 s of messages of one subscription', () => {
    const waits = new ReconnectWaits();
    for (let count = 0; count < 20; count += 1) waits.next(LONGEST);
    waits.begin();
    waits.message(5_000);
    waits.message(34_999);
    expect(waits.next(LONGEST)).toBe(15_000);
    waits.begin();
    waits.message(50_000);
    waits.message(80_000);
    expect(waits.next(LONGEST)).toBe(200);
  });
});
