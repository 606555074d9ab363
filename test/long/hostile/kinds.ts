import { randomBytes } from 'node:crypto';
import { toBase58 } from '@tickscope/chain';
import type { Random } from '@tickscope/testkit/random';
import { bytesOf, type Http, type Outcome, type Sending, send, type Target } from './send.js';
import type { Known } from './stage.js';

export interface Scene {
  target: Target;
  /** Another process, where visitors may read. */
  visitors: Target;
  known: Known;
  random: Random;
}

/** A kind of hostile act. */
export interface Kind {
  name: string;
  /** How often, against others; 10 where it is left out. Those that hold a connection come less often. */
  weight?: number;
  /** Whether a 2xx is a security hole: these credentials must not give access. */
  mustFail?: boolean;
  run(scene: Scene): Promise<Outcome>;
}

/** A request of the hostile customer, well-formed but for what is asked for. */
export function request({ target, known }: Scene, http: Http, sending?: Sending): Promise<Outcome> {
  return send(target, [bytesOf({ key: known.hostileKey, ...http })], sending);
}

/** A well-formed key that was never issued. Random each time, because a repeated key is known to be invalid. */
export function guessedKey(): string {
  return `sk_live_${toBase58(randomBytes(32))}`;
}
