import { defineOperation } from '../../define-operation.js';

/** `POST /mev/check-wallet`: a job that looks for sandwiches around a wallet's trades. */
export const checkWallet = defineOperation('checkWallet', {
  async answer({ body, jobs, context }) {
    const { max_age_seconds, ...request } = body;
    return jobs.submit('check-wallet', request, max_age_seconds, context);
  },
});
