import { describe, expect, it } from 'vitest';
import { clientName } from './client-id.js';

describe('the client of a node', () => {
  it.each([
    ['Agave', 'Agave'],
    ['JitoLabs', 'JitoLabs'],
    // Numbers as in the public registry of client ids.
    ['Unknown(8)', 'Rakurai'],
    ['Unknown(12)', 'FireBAM'],
    ['unknown(3)', 'Agave'],
    ['Unknown(9999)', 'Unknown(9999)'],
    ['7', 'Sig'],
    [0, 'SolanaLabs'],
    [13, 'Raiku'],
    [14, 'Unknown(14)'],
    ['ANewClient', 'ANewClient'],
    ['Evil\u0000\u202eName', 'EvilName'],
  ])('%j is %s', (clientId, name) => {
    expect(clientName(clientId)).toBe(name);
  });

  it.each([undefined, null, '', '  ', {}, [], true, -1, 1.5, 70_000, 'Unknown(70000)', Number.NaN])(
    '%j is not a client id',
    (clientId) => {
      expect(clientName(clientId)).toBeNull();
    },
  );

  it('is at most as long as a name', () => {
    expect(clientName('x'.repeat(10_000))).toBe('x'.repeat(40));
  });
});
