/**
 * A call is refused with Agave's number and text (`rpc-client-api/src/custom_error.rs`, `rpc/src/rpc.rs`). `code` is the
 * number of the JSON-RPC protocol, not a text as in other errors. A retry may help the client where the block or slot
 * comes later.
 */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message);
  }
}

export const RPC_CODES = {
  blockCleanedUp: -32001,
  blockNotAvailable: -32004,
  nodeUnhealthy: -32005,
  slotSkipped: -32007,
  longTermStorageSlotSkipped: -32009,
  unsupportedTransactionVersion: -32015,
  minContextSlotNotReached: -32016,
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
} as const;

export const invalidParams = (message: string): RpcError => new RpcError(RPC_CODES.invalidParams, message);

export const blockNotAvailable = (slot: number): RpcError =>
  new RpcError(RPC_CODES.blockNotAvailable, `Block not available for slot ${slot}`);

export const blockCleanedUp = (slot: number, first: number): RpcError =>
  new RpcError(
    RPC_CODES.blockCleanedUp,
    `Block ${slot} cleaned up, does not exist on node. First available block: ${first}`,
  );

export const slotSkipped = (slot: number): RpcError =>
  new RpcError(
    RPC_CODES.slotSkipped,
    `Slot ${slot} was skipped, or missing due to ledger jump to recent snapshot`,
  );

export const missingInLongTermStorage = (slot: number): RpcError =>
  new RpcError(
    RPC_CODES.longTermStorageSlotSkipped,
    `Slot ${slot} was skipped, or missing in long-term storage`,
  );

export const unsupportedVersion = (version: number): RpcError =>
  new RpcError(
    RPC_CODES.unsupportedTransactionVersion,
    `Transaction version (${version}) is not supported by the requesting client. Please try the request again with the ` +
      `following configuration parameter: "maxSupportedTransactionVersion": ${version}`,
  );

export const minContextSlotNotReached = (contextSlot: number): RpcError =>
  new RpcError(RPC_CODES.minContextSlotNotReached, 'Minimum context slot has not been reached', {
    contextSlot,
  });
