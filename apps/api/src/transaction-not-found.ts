import { ApiError } from './errors.js';

export function transactionNotFound(signature: string, where = ''): ApiError {
  return new ApiError('transaction_not_found', {
    details: `No transaction is stored for the signature ${signature}${where}.`,
  });
}
