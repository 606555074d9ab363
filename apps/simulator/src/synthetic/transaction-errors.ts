/**
 * Errors of failed transactions, in the three shapes the field uses: bincode (on the Geyser stream), the JSON
 * that RPC nodes print, and log text. Variant numbers: solana-sdk `transaction-error` and `instruction-error`.
 */
export interface PlannedError {
  /** bincode of `TransactionError`. */
  bytes: Uint8Array;
  json: string;
}

export function customError(instructionIndex: number, code: number): PlannedError {
  const bytes = Buffer.alloc(13);
  bytes.writeUInt32LE(8, 0);
  bytes.writeUInt8(instructionIndex, 4);
  bytes.writeUInt32LE(25, 5);
  bytes.writeUInt32LE(code, 9);
  return { bytes, json: `{"InstructionError":[${instructionIndex},{"Custom":${code}}]}` };
}

const instructionErrors = {
  InvalidAccountData: 3,
  InsufficientFunds: 5,
  ComputationalBudgetExceeded: 37,
  ProgramFailedToComplete: 40,
  InvalidAccountOwner: 46,
} as const;

export function instructionError(
  instructionIndex: number,
  name: keyof typeof instructionErrors,
): PlannedError {
  const bytes = Buffer.alloc(9);
  bytes.writeUInt32LE(8, 0);
  bytes.writeUInt8(instructionIndex, 4);
  bytes.writeUInt32LE(instructionErrors[name], 5);
  return { bytes, json: `{"InstructionError":[${instructionIndex},"${name}"]}` };
}

export function insufficientFundsForRent(accountIndex: number): PlannedError {
  const bytes = Buffer.alloc(5);
  bytes.writeUInt32LE(31, 0);
  bytes.writeUInt8(accountIndex, 4);
  return { bytes, json: `{"InsufficientFundsForRent":{"account_index":${accountIndex}}}` };
}

/** Errors that are charged without execution (SIMD-0082). */
export function feesOnlyError(
  name: 'ProgramAccountNotFound' | 'MaxLoadedAccountsDataSizeExceeded',
): PlannedError {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(name === 'ProgramAccountNotFound' ? 3 : 32, 0);
  return { bytes, json: `"${name}"` };
}
