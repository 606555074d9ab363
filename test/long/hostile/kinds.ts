import type { Random } from './random.js';
import type { Outcome, Target } from './send.js';
import type { Known } from './stage.js';

export interface Scene {
  target: Target;
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
