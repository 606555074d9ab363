import { describe, expect, it } from 'vitest';
import { factsAt, type ValidatorSnapshot } from './validator-snapshots.js';

const snapshot = (
  fromSlot: number,
  client: string | null,
  version: string | null,
  name: string | null,
): ValidatorSnapshot => ({ fromSlot, client, version, name });

describe('the snapshot of a validator at a slot', () => {
  const history = [
    snapshot(100, null, null, 'First'),
    snapshot(200, 'Agave', '4.0', 'First'),
    snapshot(300, null, '4.1', null),
    snapshot(400, 'JitoLabs', '4.1', 'Second'),
  ];

  it.each([
    [50, { client: 'Agave', version: '4.0', name: 'First' }],
    [100, { client: 'Agave', version: '4.0', name: 'First' }],
    [200, { client: 'Agave', version: '4.0', name: 'First' }],
    [299, { client: 'Agave', version: '4.0', name: 'First' }],
    // Another version may be another client, so the old client does not apply.
    [300, { client: null, version: '4.1', name: 'First' }],
    [400, { client: 'JitoLabs', version: '4.1', name: 'Second' }],
    [9_999, { client: 'JitoLabs', version: '4.1', name: 'Second' }],
  ])('%i: the newest snapshot not after it that has the fact, else the earliest', (slot, facts) => {
    expect(factsAt(history, slot)).toEqual(facts);
  });

  it('is null without snapshots', () => {
    expect(factsAt([], 5)).toEqual({ client: null, version: null, name: null });
  });
});
