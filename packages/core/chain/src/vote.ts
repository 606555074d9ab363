import type { Transaction } from './block.js';
import { equalBytes, VOTE_PROGRAM } from './reserved-keys.js';

/**
 * Whether a validator treats this as a simple vote transaction: legacy, at most two signatures, and a single
 * instruction, of the vote program. For sources without the flag that Geyser sends. Source: Agave
 * `is_simple_vote_transaction`.
 */
export function isSimpleVote(
  tx: Pick<Transaction, 'version' | 'signatures' | 'instructions' | 'staticKeys'>,
): boolean {
  if (tx.version !== 'legacy' || tx.signatures.length > 2 || tx.instructions.length !== 1) return false;
  const program = tx.staticKeys[tx.instructions[0]!.programIdIndex];
  return program !== undefined && equalBytes(program, VOTE_PROGRAM);
}
