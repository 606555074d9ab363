import { accountOf } from '../../account.js';
import { keyRecord } from '../../auth/key-record.js';
import { type AnswerOf, defineOperation } from '../../define-operation.js';
import { invalidRequest } from '../../errors.js';

/** `POST /keys`: creates a key. Its value is in this answer and nowhere else. */
export const createKey = defineOperation('createKey', {
  isOurs: true,
  access: { byKey: 'no' },
  async answer({ body, keys, context }): Promise<AnswerOf<'createKey'>> {
    const { name, kind, expires_at: expires } = body;
    const expiresAt = expires === undefined || expires === null ? null : new Date(expires);
    // Some valid timestamps have no `Date`, for example a leap second.
    if (expiresAt !== null && !(expiresAt.getTime() > Date.now()))
      throw invalidRequest('expires_at: expected a time in the future');
    const { key, secret } = await keys.create({ account: accountOf(context), name, kind, expiresAt });
    return { success: true, data: { ...keyRecord(key), key: secret } };
  },
});
