import { expect, test } from 'vitest';
import { zoomFor } from './zooms.js';

test('the first view has all of the sandwich, and a slot around it at least', () => {
  expect([0, 1, 2, 3, 4, 5, 20, 64, 65, 100].map(zoomFor)).toEqual([2, 2, 2, 4, 4, 8, 32, 64, 100, 100]);
});
