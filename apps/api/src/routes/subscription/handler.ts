import { allowsAccess } from '@tickscope/accounts';
import { type AnswerOf, defineOperation } from '../../define-operation.js';
import { callerOf } from '../../request-context.js';

/** `GET /subscription`: the account's plan and the state of its subscription. */
export const getSubscription = defineOperation('getSubscription', {
  isOurs: true,
  access: { withoutSubscription: true },
  async answer({ context }): Promise<AnswerOf<'getSubscription'>> {
    const { account, plan, subscription } = callerOf(context);
    const text = (date: Date | null | undefined) => date?.toISOString() ?? null;
    return {
      success: true,
      data: {
        account,
        status: subscription?.status ?? null,
        grants_access: subscription !== null && allowsAccess(subscription.status),
        plan,
        trial_ends_at: text(subscription?.trialEndsAt),
        current_period_ends_at: text(subscription?.currentPeriodEndsAt),
        grace_ends_at: text(subscription?.graceEndsAt),
        updated_at: text(subscription?.updatedAt),
      },
    };
  },
});
