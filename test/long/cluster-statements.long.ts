import { afterAll, beforeAll } from 'vitest';
import { type ComparedStores, startComparedStores } from '../cluster/compared-stores.js';
import { describeStatements } from '../cluster/describe-statements.js';

let stores: ComparedStores;
beforeAll(async () => {
  stores = await startComparedStores(3);
});
afterAll(() => stores?.stop());

describeStatements('three', () => stores);
