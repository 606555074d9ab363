import type { EndpointProbe } from '@tickscope/pipeline';
import type { UnknownSwaps } from '@tickscope/queries/unknown-swaps';
import type { VerifyReport } from '@tickscope/verify';
import type { Check } from '../doctor/check.js';
import type { Measured } from './measured.js';

/** Swaps of one program in the range. */
export interface ProgramSwaps {
  /** Base58. */
  programId: string;
  dexName: string;
  /** By a layout of the program. */
  decoded: number;
  /** From what moved, where no layout describes the program. */
  inferred: number;
  failed: number;
}

/** Sandwiches of one program in the range, with the verdict of when they were found. */
export interface ProgramSandwiches {
  programId: string;
  dexName: string;
  exact: number;
  loose: number;
  suspected: number;
  /** Victims of those that count; without victims known to have lost nothing. */
  victims: number;
}

export interface Machine {
  platform: string;
  node: string;
  cpu: string;
  cores: number;
  memoryBytes: number;
}

/** Content of a stored slot range, as far as it can be proven. */
export interface StoreProof {
  verified: VerifyReport;
  swaps: ProgramSwaps[];
  /** Calls that look like swaps and were not decoded, most frequent first. */
  unknownSwaps: UnknownSwaps[];
  sandwiches: ProgramSandwiches[];
}

/** The answer that `tickscope doctor --prove --json` prints. Holds no address, token or path of the machine or of its servers. */
export interface Proof extends StoreProof {
  format: 'tickscope-proof';
  formatVersion: 1;
  tickscope: string;
  madeAt: string;
  machine: Machine;
  /** The endpoint's probe; null: a store was read. */
  endpoint: { checks: Check[]; probe: EndpointProbe } | null;
  measured: Measured;
  /** The problems found; empty: everything holds. */
  notes: string[];
}
