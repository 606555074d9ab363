import { expect, test } from 'vitest';
import { distanceOf, offsetText } from './ticks.js';

test('a distance is in ticks, before or after', () => {
  const of = (tick: number) => distanceOf({ slot: 10, tick: String(tick) }, { slot: 10, tick: '660' });
  expect([of(658), of(660), of(661)]).toEqual(['2 ticks before', 'in the same tick', '1 tick after']);
  expect(offsetText(-1_200)).toBe('1,200 ticks before');
});

test('the highest tick of a slot, which stands for an unknown one, gives no distance in ticks', () => {
  const unknown = { slot: 10, tick: '703' };
  expect(distanceOf(unknown, { slot: 10, tick: '660' })).toBe('in the same slot');
  expect(distanceOf({ slot: 13, tick: null }, unknown)).toBe('3 slots after');
});
