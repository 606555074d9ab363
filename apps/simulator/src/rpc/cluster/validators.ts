import bs58 from 'bs58';
import type { Validator } from '../../synthetic/leaders.js';
import { Random } from '../../synthetic/random.js';

/** A validator as shown by gossip, its vote account and its own description. */
export interface ClusterValidator {
  identity: string;
  voteAccount: string;
  stakeLamports: number;
  version: string | null;
  /** As printed by `getClusterNodes`; null for a node too old to report it. */
  clientId: string | null;
  /** JSON of its validator info; null if it has none. */
  info: Record<string, string> | null;
  /** Base58 address of the account that holds it. */
  infoAddress: string;
  isDelinquent: boolean;
}

/** Clients with plausible version numbers. `Unknown(8)`: a client newer than the queried node. */
const SOFTWARE: readonly { clientId: string | null; version: string | null }[] = [
  { clientId: 'JitoLabs', version: '4.2.3' },
  { clientId: 'Agave', version: '4.3.0' },
  { clientId: 'Frankendancer', version: '0.812.30108' },
  { clientId: 'AgaveBam', version: '4.2.3' },
  { clientId: 'Firedancer', version: '1.1.2' },
  { clientId: 'Unknown(8)', version: '4.2.1' },
  { clientId: null, version: '3.0.6' },
  { clientId: 'Agave', version: null },
];

/** One in this many has no description. */
const NAMELESS_ONE_IN = 6;

/** Drawn from a separate random stream, so that requests do not change the chain. */
export function clusterValidators(validators: readonly Validator[], seed: string): ClusterValidator[] {
  const random = new Random(`${seed}/cluster`);
  return validators.map((validator, index): ClusterValidator => {
    const infoAddress = bs58.encode(random.bytes(32));
    return {
      identity: validator.identity.text,
      voteAccount: validator.voteAccount.text,
      stakeLamports: validator.stakeLamports,
      ...SOFTWARE[index % SOFTWARE.length]!,
      info: index % NAMELESS_ONE_IN === NAMELESS_ONE_IN - 1 ? null : infoOf(index),
      infoAddress,
      isDelinquent: index > 8 && index === validators.length - 1,
    };
  });
}

function infoOf(index: number): Record<string, string> {
  return {
    name: `Validator ${index + 1} ⚡`,
    website: `https://validator-${index + 1}.example`,
    details: 'Made up, like its chain.',
  };
}
