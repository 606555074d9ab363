import { accountOf } from '../../account.js';
import { type AnswerOf, defineOperation } from '../../define-operation.js';
import { deliveryRecord, sendingRecord, webhookRecord } from '../../webhooks/webhook-record.js';

/** `GET /webhooks`: the account's webhooks, without their secrets, with what was sent to them. */
export const listWebhooks = defineOperation('listWebhooks', {
  isOurs: true,
  async answer({ webhooks, context }): Promise<AnswerOf<'listWebhooks'>> {
    const found = await webhooks.list(accountOf(context));
    const records = found.map((webhook) => ({
      ...webhookRecord(webhook),
      sending: webhook.sending === null ? null : sendingRecord(webhook.sending),
      waiting: webhook.waiting,
      deliveries: webhook.deliveries.map(deliveryRecord),
    }));
    return { success: true, data: { webhooks: records } };
  },
});
