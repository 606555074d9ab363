import type { components } from '@tickscope/schemas';
import { accountOf } from '../../account.js';
import { keyRecord } from '../../auth/key-record.js';
import type { Operation } from '../../operation.js';

type Response = components['schemas']['ListKeysResponse'];

/** `GET /keys`: the account's keys, without their values. */
export const listKeys: Operation = {
  id: 'listKeys',
  access: { byKey: 'no' },
  async answer({ keys, context }): Promise<Response> {
    const found = await keys.list(accountOf(context));
    return { success: true, data: { keys: found.map(keyRecord) } };
  },
};
