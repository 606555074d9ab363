import { VOTE_PROGRAM } from '../addresses.js';
import type { Validator } from '../leaders.js';
import { encodeLogs } from '../log-messages.js';
import type { TransactionPlan } from '../plan.js';
import { readonlySigner, writable, writableSigner } from '../transaction-parts.js';
import type { PlanContext } from './kind.js';

const logs = encodeLogs([`Program ${VOTE_PROGRAM} invoke [1]`, `Program ${VOTE_PROGRAM} success`]);

/** Compute units of the vote program, a builtin. */
const VOTE_COMPUTE_UNITS = 2100;

/** A validator's simple vote transaction: fixed fee, no compute budget, one instruction, 1 or 2 signatures. */
export function votePlan(voter: Validator, data: Uint8Array, context: PlanContext): TransactionPlan {
  const { identity, voteAccount, authorizedVoter } = voter;
  const signer = authorizedVoter === identity ? writableSigner(identity) : readonlySigner(authorizedVoter);
  return {
    kind: 'vote',
    payer: identity,
    version: 'legacy',
    isVote: true,
    instructions: [
      { program: context.world.programs.vote, uses: [writable(voteAccount), signer], data, inner: [] },
    ],
    computeUnitLimit: null,
    computeUnitPrice: null,
    lamportMoves: [],
    tokenMoves: [],
    computeUnits: VOTE_COMPUTE_UNITS,
    error: null,
    jitoTipLamports: 0,
    logs: context.options.logMessages ? logs : new Uint8Array(0),
    labels: null,
  };
}

/** `TowerSync` (14) in its compact form: root, 31 lockouts, bank hash, timestamp, block id. */
export function towerSyncData(votedSlot: number, bankHash: Uint8Array, unixTime: number): Buffer {
  const lockouts = 31;
  const data = Buffer.alloc(4 + 8 + 1 + lockouts * 2 + 32 + 9 + 32);
  let offset = data.writeUInt32LE(14, 0);
  offset = data.writeBigUInt64LE(BigInt(Math.max(0, votedSlot - lockouts)), offset);
  offset = data.writeUInt8(lockouts, offset);
  for (let index = 0; index < lockouts; index += 1) {
    offset = data.writeUInt8(1, offset);
    offset = data.writeUInt8(lockouts - index, offset);
  }
  data.set(bankHash, offset);
  offset = data.writeUInt8(1, offset + 32);
  offset = data.writeBigInt64LE(BigInt(unixTime), offset);
  data.set(bankHash, offset);
  return data;
}
