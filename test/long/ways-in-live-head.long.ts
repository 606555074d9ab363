import { describeWays } from '../detection/ways-in/describe-ways.js';

describeWays('below a live head');
