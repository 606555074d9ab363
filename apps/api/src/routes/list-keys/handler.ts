import { accountOf } from '../../account.js';
import { keyRecord } from '../../auth/key-record.js';
import { type AnswerOf, defineOperation } from '../../define-operation.js';

/** `GET /keys`: the account's keys, without their values. */
export const listKeys = defineOperation('listKeys', {
  isOurs: true,
  access: { byKey: 'no' },
  async answer({ keys, context }): Promise<AnswerOf<'listKeys'>> {
    const found = await keys.list(accountOf(context));
    return { success: true, data: { keys: found.map(keyRecord) } };
  },
});
