import { describe, expect, it } from 'vitest';
import { feedFilterOf, matches, questionOf } from './feed-filter.js';

const MINT = 'So11111111111111111111111111111111111111112';
const event = (changed: object = {}) =>
  ({ confidence: 'exact', loss: { sol: '0.2' }, retracted: false, is_final: true, ...changed }) as Parameters<
    typeof matches
  >[0];

describe('the filter of the feed', () => {
  it('takes what the address says, and leaves out what makes no sense', () => {
    const all = { confidence: 'exact', mint: MINT, dex: 'Raydium CPMM', loss: 0.05, final: 'yes' };
    expect(feedFilterOf(all)).toEqual(all);
    expect(feedFilterOf({ dex: 'raydium cpmm' })).toEqual({ dex: 'Raydium CPMM' });
    expect(feedFilterOf({ dex: 'pump' })).toEqual({});
    expect(
      feedFilterOf({ confidence: 'sure', mint: 'javascript:alert(1)', dex: '\u202E', loss: '-1', final: 1 }),
    ).toEqual({});
  });

  it('asks the API in its own words', () => {
    expect(questionOf({ confidence: 'all', loss: 0.05, final: 'yes' })).toEqual({
      confidence: 'exact,loose,suspected',
      min_loss_sol: '0.05',
    });
    expect(questionOf({})).toEqual({});
  });

  it('drops a revision that leaves it', () => {
    expect(matches(event(), {})).toBe(true);
    expect(matches(event({ retracted: true }), {})).toBe(false);
    expect(matches(event({ confidence: 'suspected' }), {})).toBe(false);
    expect(matches(event({ confidence: 'suspected' }), { confidence: 'all' })).toBe(true);
    expect(matches(event({ confidence: 'loose' }), { confidence: 'exact' })).toBe(false);
    expect(matches(event(), { loss: 0.3 })).toBe(false);
    expect(matches(event({ loss: null }), { loss: 0.1 })).toBe(false);
    expect(matches(event({ is_final: false }), { final: 'yes' })).toBe(false);
  });
});
