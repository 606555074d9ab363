import { accountOf } from '../../account.js';
import { type AnswerOf, defineOperation } from '../../define-operation.js';
import { webhookFilterOf } from '../../feed/filter-of.js';
import { webhookRecord } from '../../webhooks/webhook-record.js';

/** `POST /webhooks`: sends messages about events to a URL. The secret is in this answer and nowhere else. */
export const createWebhook = defineOperation('createWebhook', {
  isOurs: true,
  async answer({ body, webhooks, context }): Promise<AnswerOf<'createWebhook'>> {
    const { url, events, filters = {} } = body;
    // Refuses a DEX that does not exist.
    webhookFilterOf(filters);
    const request = { account: accountOf(context), url, events, filters };
    const { webhook, secret } = await webhooks.create(request);
    return { success: true, data: { ...webhookRecord(webhook), secret } };
  },
});
