import { describeWays } from './ways-in/describe-ways.js';
import { WAYS } from './ways-in/ways.js';

/** The two that store slots in the most broken order; all of them are in test/long. */
const BROKEN_ORDER = new Set(['imported shuffled in seven parts with gaps', 'repaired after a cut']);

describeWays(
  'below a live head',
  WAYS.filter(({ name }) => BROKEN_ORDER.has(name)),
);
