import { cleanText } from './clean-text.js';

/**
 * Validator clients by the number that gossip carries (Agave `version/src/client_ids.rs` and the registry of ids in
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
 * The client of a node as `getClusterNodes` tells it in `clientId`: a name; from nodes older than the client
 * `Unknown(8)`, with the number that is looked up here; from some a bare number.
 *
 * @returns `null` when the node does not tell, or tells nonsense; `Unknown(n)` for numbers that nobody has named yet
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
