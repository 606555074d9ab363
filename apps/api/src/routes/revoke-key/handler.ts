import { accountOf } from '../../account.js';
import { type AnswerOf, defineOperation } from '../../define-operation.js';
import { ApiError } from '../../errors.js';

/** `DELETE /keys/{id}`: revokes a key at once, in every process, permanently. */
export const revokeKey = defineOperation('revokeKey', {
  isOurs: true,
  access: { withoutSubscription: true, byKey: 'itself' },
  async answer({ pathParameters, keys, context }): Promise<AnswerOf<'revokeKey'>> {
    const { id } = pathParameters;
    if (!(await keys.revoke(accountOf(context), id)))
      throw new ApiError('key_not_found', { details: `This account has no key ${id}.` });
    return { success: true, data: { id, state: 'revoked' } };
  },
});
