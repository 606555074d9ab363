import { cleanText } from './clean-text.js';

/**
 * Validator clients by their number in gossip (Agave `version/src/client_ids.rs` and the registry of ids in
 * solana-foundation/solana-validator-client-ids).
 */
const CLIENTS: ReadonlyMap<number, string> = new Map(
  [
    'SolanaLabs',
    'JitoLabs',
    'Frankendancer',
    'Agave',
    'AgavePaladin',
    'Firedancer',
    'AgaveBam',
    'Sig',
    'Rakurai',
    'HarmonicFiredancer',
    'HarmonicAgave',
    'HarmonicFrankendancer',
    'FireBAM',
    'Raiku',
  ].map((name, id) => [id, name]),
);

const MOST_ID = 65_535;
const MOST_CHARACTERS = 40;

/**
 * Returns a node's client from the `clientId` of `getClusterNodes`: a name; `Unknown(8)` from nodes older than the
 * client, whose number is looked up here; or a bare number.
 *
 * @returns null if it is absent or invalid; `Unknown(n)` for unassigned numbers
 */
export function clientName(clientId: unknown): string | null {
  if (typeof clientId === 'number') return byNumber(clientId);
  if (typeof clientId !== 'string') return null;
  const numbered = /^\s*(?:Unknown\((\d{1,5})\)|(\d{1,5}))\s*$/i.exec(clientId);
  if (numbered !== null) return byNumber(Number(numbered[1] ?? numbered[2]));
  return cleanText(clientId, MOST_CHARACTERS);
}

function byNumber(id: number): string | null {
  if (!Number.isInteger(id) || id < 0 || id > MOST_ID) return null;
  return CLIENTS.get(id) ?? `Unknown(${id})`;
}
