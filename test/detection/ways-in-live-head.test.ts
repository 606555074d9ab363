import { describeWays } from './ways-in/describe-ways.js';

describeWays('below a live head');
