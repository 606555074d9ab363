import { describe, expect, test } from 'vitest';
import { timeWindowOf } from './time-window.js';

const DAY = 86_400;
const NEWEST = 100 * DAY;

describe('the window', () => {
  test.each([
    ['nothing', {}, [93 * DAY, NEWEST]],
    ['a start', { start_time: 99 * DAY }, [99 * DAY, NEWEST]],
    ['a start of long ago', { start_time: 50 * DAY }, [50 * DAY, 57 * DAY]],
    ['an end', { end_time: 60 * DAY }, [53 * DAY, 60 * DAY]],
    ['an end that is still to come', { end_time: 200 * DAY }, [93 * DAY, NEWEST]],
    ['both', { start_time: 60 * DAY, end_time: 61 * DAY }, [60 * DAY, 61 * DAY]],
    ['a start that is still to come', { start_time: 101 * DAY }, [101 * DAY, 101 * DAY]],
    ['an early end', { end_time: DAY }, [0, DAY]],
  ])('of %s', (_, asked, [fromTime, toTime]) => {
    expect(timeWindowOf(asked, NEWEST, 500 * DAY)).toEqual({ fromTime, toTime });
  });

  test('ends now without stored blocks', () => {
    expect(timeWindowOf({}, null, 500 * DAY)).toEqual({ fromTime: 493 * DAY, toTime: 500 * DAY });
  });

  test.each([
    ['that ends before it begins', { start_time: 2, end_time: 1 }],
    ['of more than 7 days', { start_time: 0, end_time: 7 * DAY + 1 }],
  ])('%s is refused', (_, asked) => {
    expect(() => timeWindowOf(asked, NEWEST, 0)).toThrow(
      expect.objectContaining({ code: 'validation_failed' }),
    );
  });
});
