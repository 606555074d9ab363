import { expect, test } from 'vitest';
import { FaultInjector, NO_FAULTS, type Outcome } from './faults.js';

const OUTCOME: Outcome = {
  copies: 1,
  stallMs: 0,
  isGarbage: false,
  isTruncated: false,
  isFlipped: false,
  wrongCounts: false,
  half: false,
  fork: null,
  disconnectAfter: false,
};

test('a flipped message differs in one bit', () => {
  const faults = new FaultInjector({ flipShare: 1 });
  for (let round = 0; round < 100; round += 1) {
    const bytes = faults.distort(Buffer.alloc(20), { ...OUTCOME, isFlipped: true });
    const bits = [...bytes].reduce((sum, byte) => sum + byte.toString(2).replaceAll('0', '').length, 0);
    expect(bits).toBe(1);
  }
});

test('garbage has no part of the message', () => {
  const faults = new FaultInjector({ garbageShare: 1 });
  const bytes = faults.distort(Buffer.from('true content'), { ...OUTCOME, isGarbage: true });
  expect(bytes.includes('true')).toBe(false);
});

test('a server without faults does not count messages', () => {
  expect(new FaultInjector({}).isActive).toBe(false);
  expect(new FaultInjector({ stallMs: 5, seed: 'x' }).isActive).toBe(false);
  expect(new FaultInjector({ forkPlace: 'after' }).isActive).toBe(false);
  const settings = ['seed', 'stallMs', 'forkPlace'];
  for (const name of Object.keys(NO_FAULTS).filter((key) => !settings.includes(key))) {
    const value = Array.isArray(NO_FAULTS[name as keyof typeof NO_FAULTS]) ? [1] : 2;
    expect(new FaultInjector({ [name]: value }).isActive).toBe(true);
  }
});
