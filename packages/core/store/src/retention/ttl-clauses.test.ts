import { describe, expect, it } from 'vitest';
import { retentionDays, ttlClauses, withRetention } from './ttl-clauses.js';

const engine = (ttl: string): string =>
  `ReplacingMergeTree(version) PARTITION BY intDiv(slot, 262144) ORDER BY (slot, block_index) ${ttl}SETTINGS ttl_only_drop_parts = 1, index_granularity = 1024`;

describe('the clauses of a TTL', () => {
  it('are the one of the retention, as the tables are made', () => {
    const clauses = ttlClauses(engine('TTL inserted_at + toIntervalDay(8) '));
    expect(clauses).toEqual(['inserted_at + toIntervalDay(8)']);
    expect(retentionDays(clauses)).toBe(8);
    expect(withRetention(clauses, 3)).toBe('inserted_at + INTERVAL 3 DAY');
  });

  it('of an operator stay as they are, before and after it', () => {
    const cold = "inserted_at + toIntervalDay(1) TO VOLUME 'cold'";
    const packed = 'inserted_at + toIntervalDay(2) RECOMPRESS CODEC(ZSTD(9))';
    const votes = 'inserted_at + toIntervalDay(3) WHERE is_vote';
    const clauses = ttlClauses(engine(`TTL ${cold}, ${votes}, inserted_at + toIntervalDay(8), ${packed} `));
    expect(clauses).toEqual([cold, votes, 'inserted_at + toIntervalDay(8)', packed]);
    expect(retentionDays(clauses)).toBe(8);
    expect(withRetention(clauses, 30)).toBe(`${cold}, ${votes}, inserted_at + INTERVAL 30 DAY, ${packed}`);
  });

  it('are separated outside of brackets and quotes only', () => {
    const odd = String.raw`if(slot > 3, inserted_at, now()) + toIntervalDay(1) TO DISK 'a, b\' SETTINGS (c'`;
    const clauses = ttlClauses(engine(`TTL ${odd}, inserted_at + toIntervalDay(4) `));
    expect(clauses).toEqual([odd, 'inserted_at + toIntervalDay(4)']);
  });

  it('are none without a TTL, and without the one of the retention there are no days', () => {
    expect(ttlClauses(engine(''))).toEqual([]);
    expect(ttlClauses('MergeTree ORDER BY tuple()')).toEqual([]);
    expect(
      retentionDays(ttlClauses(engine("TTL inserted_at + toIntervalDay(1) TO VOLUME 'cold' "))),
    ).toBeNull();
  });
});
