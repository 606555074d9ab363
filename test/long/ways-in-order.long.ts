import { describeWays } from '../detection/ways-in/describe-ways.js';
import { IMPORTS_IN_ORDER } from '../detection/ways-in/ways.js';

describeWays('into a fresh store', IMPORTS_IN_ORDER);
