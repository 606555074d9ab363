import { accountOf } from '../../account.js';
import { type AnswerOf, defineOperation } from '../../define-operation.js';
import { ApiError } from '../../errors.js';

/** `DELETE /webhooks/{id}`. */
export const deleteWebhook = defineOperation('deleteWebhook', {
  isOurs: true,
  async answer({ pathParameters, webhooks, context }): Promise<AnswerOf<'deleteWebhook'>> {
    const { id } = pathParameters;
    if (!(await webhooks.delete(accountOf(context), id)))
      throw new ApiError('webhook_not_found', { details: `This account has no webhook ${id}.` });
    return { success: true, data: { id, state: 'deleted' } };
  },
});
