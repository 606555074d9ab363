import { readDataStatus } from '@tickscope/queries/blocks';
import { type AnswerOf, defineOperation } from '../../define-operation.js';

/** A page that shows the state asks every few seconds, and there may be many pages. */
const KEPT_MS = 1_000;

/** `GET /status`: how current and how complete the stored data is. */
export const getStatus = defineOperation('getStatus', {
  isOurs: true,
  caching: { most: 1, keyOf: () => '', keptMs: () => KEPT_MS },
  async answer({ database, context }): Promise<AnswerOf<'getStatus'>> {
    return { success: true, data: await readDataStatus(database, context) };
  },
});
