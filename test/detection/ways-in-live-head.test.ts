import { describeWays } from './ways-in/describe-ways.js';
import { WAYS } from './ways-in/ways.js';

/** The way that stores slots in the most broken order, below a head that detection follows; all are in test/long. */
describeWays(
  'below a live head',
  WAYS.filter(({ name }) => name === 'repaired after a cut'),
);
