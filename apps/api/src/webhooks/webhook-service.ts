import {
  type Accounts,
  type CreatedWebhook,
  createWebhook,
  deleteWebhook,
  type ListedWebhook,
  listWebhooks,
  MAX_WEBHOOKS,
  WebhookLimitError,
  type WebhookRequest,
} from '@tickscope/accounts';
import { askAccounts } from '../auth/with-accounts.js';
import { ApiError, invalidRequest } from '../errors.js';
import { type AllowedTargets, problemOfTarget } from './target.js';

/** Management of webhooks for the operations: every failure becomes an API error. */
export interface WebhookService {
  /** @throws ApiError 400 for a URL to which no message may be sent */
  create(request: WebhookRequest): Promise<CreatedWebhook>;
  list(account: string): Promise<ListedWebhook[]>;
  /** False where the account has no such webhook. */
  delete(account: string, id: string): Promise<boolean>;
}

/** @param accounts null: no Postgres is configured */
export function createWebhookService(accounts: Accounts | null, targets: AllowedTargets): WebhookService {
  const answered = askAccounts(accounts);
  return {
    async create(request) {
      const problem = await problemOfTarget(request.url, targets);
      if (problem !== null) throw invalidRequest(`url: ${problem}`);
      try {
        return await answered((it) => createWebhook(it, { ...request, url: new URL(request.url).href }));
      } catch (error) {
        if (!(error instanceof WebhookLimitError)) throw error;
        throw new ApiError('webhook_limit', {
          details: `An account has at most ${MAX_WEBHOOKS} webhooks: delete one first.`,
          cause: error,
        });
      }
    },
    list: (account) => answered((it) => listWebhooks(it, account)),
    delete: (account, id) => answered((it) => deleteWebhook(it, account, id)),
  };
}
