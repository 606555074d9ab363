import { expect, test } from 'vitest';
import { addTo, groupBy } from './group-by.js';

test('groups keep the order of their items, and come in the order of their first ones', () => {
  const groups = groupBy(['pear', 'plum', 'apple', 'peach'], ([first]) => first);
  expect([...groups]).toEqual([
    ['p', ['pear', 'plum', 'peach']],
    ['a', ['apple']],
  ]);
  addTo(groups, 'a', 'apricot');
  expect(groups.get('a')).toEqual(['apple', 'apricot']);
});
