import { describeWays } from '../detection/ways-in/describe-ways.js';
import { PLAIN_WAYS } from '../detection/ways-in/ways.js';

describeWays('into a fresh store', PLAIN_WAYS);
