import { describeWays } from './ways-in/describe-ways.js';

describeWays('into a fresh store');
