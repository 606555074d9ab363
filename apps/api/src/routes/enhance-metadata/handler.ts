import type { components } from '@tickscope/schemas';
import { ApiError } from '../../errors.js';
import { enhanceAddresses, enhanceSignatures } from '../../metadata/enhance.js';
import type { Operation } from '../../operation.js';

type Request = components['schemas']['EnhanceMetadataRequest'];
type Response = components['schemas']['EnhanceMetadataResponse'];

/** `POST /enhance-metadata`: the costs and changes of transactions, or descriptions of addresses. */
export const enhanceMetadata: Operation = {
  id: 'enhanceMetadata',
  async answer(input): Promise<Response> {
    const { signatures, addresses } = input.body as Request;
    if ((signatures === undefined) === (addresses === undefined))
      throw new ApiError('validation_failed', {
        details: ['body: expected exactly one of signatures and addresses'],
      });
    const results =
      signatures === undefined
        ? await enhanceAddresses(input, addresses ?? [])
        : await enhanceSignatures(input, signatures);
    return { success: true, data: { results } };
  },
};
