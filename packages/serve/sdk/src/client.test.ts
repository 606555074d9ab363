import { describe, expectTypeOf, test } from 'vitest';
import type { Input, Output, Schemas, Tickscope } from './index.js';

// Type tests: that this file compiles is the test.
describe('the types', () => {
  test('require exactly the fields without a default', () => {
    expectTypeOf<{ signature: string; account_id: string }>().toExtend<Input<'analyzeTrade'>>();
    expectTypeOf<{ account_id: string }>().not.toExtend<Input<'analyzeTrade'>>();
    expectTypeOf<Input<'analyzeTrade'>['limit']>().toEqualTypeOf<number | undefined>();
    expectTypeOf<{ wallet_address: string }>().toExtend<Input<'checkWallet'>>();
    expectTypeOf<Input<'getTransaction'>>().toEqualTypeOf<{ signature: string }>();
    expectTypeOf<Parameters<Tickscope['listKeys']>>().toExtend<[input?: object, options?: object]>();
    expectTypeOf<[]>().not.toExtend<Parameters<Tickscope['getTransaction']>>();
  });

  test('take a number in a query or a path as a number, and as its text', () => {
    expectTypeOf<Input<'listSandwiches'>['limit']>().toEqualTypeOf<number | string | undefined>();
    expectTypeOf<Input<'getSlot'>['slot']>().toEqualTypeOf<number | string>();
    expectTypeOf<Input<'getSlot'>['votes']>().toEqualTypeOf<boolean | 'true' | 'false' | undefined>();
    expectTypeOf<Input<'getAttacker'>['address']>().toEqualTypeOf<string>();
  });

  test('give the body of the 200', () => {
    expectTypeOf<Output<'analyzeTrade'>>().toEqualTypeOf<Schemas['AnalyzeTradeResponse']>();
    expectTypeOf<Output<'checkWallet'>>().toEqualTypeOf<Schemas['JobSubmission']>();
    expectTypeOf<ReturnType<Tickscope['jobs']['checkAttacker']>>().resolves.toEqualTypeOf<
      Schemas['AttackerProfile']
    >();
  });

  test('have amounts as text', () => {
    expectTypeOf<Schemas['SandwichEvent']['gross']>().toEqualTypeOf<string>();
    expectTypeOf<Schemas['SandwichEvidence']['victim_loss']>().toEqualTypeOf<string | null>();
  });
});
