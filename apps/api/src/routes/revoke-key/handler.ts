import type { components } from '@tickscope/schemas';
import { accountOf } from '../../account.js';
import { ApiError } from '../../errors.js';
import type { Operation } from '../../operation.js';

type Response = components['schemas']['RevokeKeyResponse'];

/** `DELETE /keys/{id}`: revokes a key at once, in every process, permanently. */
export const revokeKey: Operation = {
  id: 'revokeKey',
  access: { withoutSubscription: true, byKey: 'itself' },
  async answer({ pathParameters, keys, context }): Promise<Response> {
    const id = pathParameters['id']!;
    if (!(await keys.revoke(accountOf(context), id)))
      throw new ApiError('key_not_found', { details: `This account has no key ${id}.` });
    return { success: true, data: { id, state: 'revoked' } };
  },
};
