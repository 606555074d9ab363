import type { Signature } from '@tickscope/chain';
import { ApiError } from './errors.js';

export function transactionNotFound(signature: Signature, where = ''): ApiError {
  return new ApiError('transaction_not_found', {
    details: `No transaction is stored for the signature ${signature}${where}.`,
  });
}
