import { describeWays } from './ways-in/describe-ways.js';
import { MIXED_WAYS } from './ways-in/ways.js';

/** The others, and every way below a live head: `npm run test:long -- ways-in`. */
describeWays('into a fresh store', MIXED_WAYS);
