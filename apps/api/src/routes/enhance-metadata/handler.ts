import { type AnswerOf, defineOperation } from '../../define-operation.js';
import { invalidRequest } from '../../errors.js';
import { enhanceAddresses, enhanceSignatures } from './enhance.js';

/** `POST /enhance-metadata`: the costs and changes of transactions, or descriptions of addresses. */
export const enhanceMetadata = defineOperation('enhanceMetadata', {
  async answer(input): Promise<AnswerOf<'enhanceMetadata'>> {
    const { signatures, addresses } = input.body;
    if ((signatures === undefined) === (addresses === undefined))
      throw invalidRequest('body: expected exactly one of signatures and addresses');
    const results =
      signatures === undefined
        ? await enhanceAddresses(input, addresses ?? [])
        : await enhanceSignatures(input, signatures);
    return { success: true, data: { results } };
  },
});
