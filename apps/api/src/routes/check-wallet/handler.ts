import type { components } from '@tickscope/schemas';
import type { Operation } from '../../operation.js';

type Request = components['schemas']['CheckWalletRequest'];
type Response = components['schemas']['JobSubmission'];

/** `POST /mev/check-wallet`: a job that looks for sandwiches around a wallet's trades. */
export const checkWallet: Operation = {
  id: 'checkWallet',
  async answer({ body, jobs, context }): Promise<Response> {
    const { max_age_seconds, ...request } = body as Request;
    return jobs.submit('check-wallet', request, max_age_seconds, context);
  },
};
