import type { Address, Signature } from '@tickscope/chain';
import type { CheckedRequest, components } from '@tickscope/schemas';
import { describe, expect, expectTypeOf, test } from 'vitest';
import {
  type AnswerOf,
  type BodyOf,
  defineOperation,
  type PathOf,
  type QueryOf,
} from './define-operation.js';

type Schemas = components['schemas'];

const answer = () => Promise.reject(new Error('not called'));

test('an operation has its id and its definition', () => {
  const access = { byKey: 'no' } as const;
  expect(defineOperation('listKeys', { access, answer })).toEqual({ id: 'listKeys', access, answer });
});

describe('the id of an operation gives', () => {
  test('its body', () => {
    expectTypeOf<BodyOf<'analyzeTrade'>>().toEqualTypeOf<CheckedRequest<Schemas['AnalyzeTradeRequest']>>();
    expectTypeOf<BodyOf<'getTransaction'>>().toEqualTypeOf<undefined>();
  });

  test('its parameters, as text that was checked', () => {
    expectTypeOf<PathOf<'getTransaction'>>().toEqualTypeOf<{ readonly signature: Signature }>();
    expectTypeOf<keyof PathOf<'analyzeTrade'>>().toEqualTypeOf<never>();
    expectTypeOf<QueryOf<'streamSandwiches'>>().toEqualTypeOf<{
      readonly pool?: Address;
      readonly mint?: Address;
      readonly dex?: string;
      readonly attacker?: Address;
      readonly victim?: Address;
      readonly confidence?: string;
      readonly intent?: string;
      readonly min_loss_sol?: string;
      readonly final_only?: 'true' | 'false';
    }>();
  });

  test('its answer, also where the document shares the response with other operations', () => {
    expectTypeOf<AnswerOf<'analyzeTrade'>>().toEqualTypeOf<Schemas['AnalyzeTradeResponse']>();
    expectTypeOf<AnswerOf<'checkWallet'>>().toEqualTypeOf<Schemas['JobSubmission']>();
    expectTypeOf<AnswerOf<'streamSandwiches'>>().toEqualTypeOf<never>();
  });

  test('whether it answers or responds', () => {
    expectTypeOf(defineOperation<'listKeys'>)
      .parameter(1)
      .toHaveProperty('answer');
    expectTypeOf(defineOperation<'listKeys'>)
      .parameter(1)
      .not.toHaveProperty('respond');
    expectTypeOf(defineOperation<'streamSandwiches'>)
      .parameter(1)
      .toHaveProperty('respond');
    expectTypeOf(defineOperation<'streamSandwiches'>)
      .parameter(1)
      .not.toHaveProperty('answer');
  });
});
