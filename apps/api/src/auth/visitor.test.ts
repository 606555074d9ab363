import type { Request } from 'express';
import { expect, test } from 'vitest';
import { mayVisit } from './visitor.js';

const request = { headers: { host: '127.0.0.1:8787' } } as Request;
const visitorsOf = (isOwnMachine: boolean) => ({ plan: 'explorer', isOwnMachine, hosts: new Set<string>() });

test.each([
  ['an operation about whose visitors the document says nothing', undefined, [false, false]],
  ['an operation of an own machine', 'own-machine', [false, true]],
  ['an open operation', 'anywhere', [true, true]],
] as const)('%s', (_, visits, [onPublicServer, onOwnMachine]) => {
  expect(mayVisit(visitorsOf(false), visits, request)).toBe(onPublicServer);
  expect(mayVisit(visitorsOf(true), visits, request)).toBe(onOwnMachine);
});
