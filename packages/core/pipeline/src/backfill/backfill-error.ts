export type BackfillErrorCode =
  /** The transaction is not stored, and no node is configured. */
  | 'no_node'
  /** The chain's node refuses a call, or gives no usable answer. */
  | 'node_failed'
  /** Neither the stored data nor the node knows the transaction. */
  | 'unknown_transaction'
  /** The block of the transaction cannot be stored. */
  | 'block_not_stored'
  /** The node names a slot whose block does not hold the transaction. */
  | 'wrong_slot';

/**
 * A backfill cannot store the transaction's own block. The message is shown to the account that requested it. A later
 * request may succeed for `node_failed` and `block_not_stored`, and for a transaction that the node gets later.
 */
export class BackfillError extends Error {
  override readonly name = 'BackfillError';
  constructor(
    readonly code: BackfillErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
