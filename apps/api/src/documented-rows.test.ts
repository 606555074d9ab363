import type { readAttacker } from '@tickscope/queries/attackers';
import type { SandwichEvent } from '@tickscope/queries/feed';
import type { readAddresses } from '@tickscope/queries/metadata';
import type { checkSandwiches, describeScan, profileAttacker } from '@tickscope/queries/mev';
import type { listSandwiches, readSandwich } from '@tickscope/queries/sandwiches';
import type { readStoredSignatures } from '@tickscope/queries/wallets';
import type { readLocksCoverage } from '@tickscope/queries/write-locks';
import type { components } from '@tickscope/schemas';
import { expectTypeOf, test } from 'vitest';

type Schemas = components['schemas'];
type Read<Question extends (...args: never[]) => unknown> = NonNullable<Awaited<ReturnType<Question>>>;
type Primitive = string | number | boolean | bigint | null | undefined;
type KeysOf<Type> = Type extends unknown ? keyof Type : never;
type FieldOf<Type, Name> = Type extends unknown ? (Name extends keyof Type ? Type[Name] : never) : never;

/** The names of the fields of a row, at any depth, that the document does not have. */
type Undocumented<Row, Documented> = Row extends Primitive
  ? never
  : Row extends readonly (infer Item)[]
    ? Undocumented<Item, Documented extends readonly (infer Other)[] ? Other : never>
    : {
        [Name in keyof Row]-?: Name extends KeysOf<Documented>
          ? Undocumented<Row[Name], NonNullable<FieldOf<Documented, Name>>>
          : Name;
      }[keyof Row];

test('rows that are answers as they are have no field that the document does not have', () => {
  // The compiler refuses missing fields and other types where a handler answers, but not fields too many.
  expectTypeOf<Undocumented<{ id: 1; a: { b: 2 }[] }, { id: 1; a: { c?: 2 }[] }>>().toEqualTypeOf<'b'>();

  expectTypeOf<Undocumented<SandwichEvent, Schemas['SandwichEvent']>>().toBeNever();
  expectTypeOf<Undocumented<Read<typeof readSandwich>, Schemas['SandwichRecord']>>().toBeNever();
  type Page = Read<typeof listSandwiches>;
  type ListedPage = Schemas['ListSandwichesResponse']['data'];
  expectTypeOf<Undocumented<Omit<Page, 'next'>, ListedPage>>().toBeNever();
  expectTypeOf<Undocumented<Read<typeof checkSandwiches>, Schemas['SandwichChecks']>>().toBeNever();
  expectTypeOf<Undocumented<Read<typeof describeScan>, Schemas['WalletScan']>>().toBeNever();
  expectTypeOf<Undocumented<Read<typeof profileAttacker>, Schemas['AttackerProfile']>>().toBeNever();
  expectTypeOf<Undocumented<Read<typeof readAttacker>, Schemas['Attacker']>>().toBeNever();
  type Described = Read<typeof readAddresses>[number]['row'];
  expectTypeOf<Undocumented<Described, Schemas['AddressMetadata']>>().toBeNever();
  expectTypeOf<Undocumented<Read<typeof readStoredSignatures>, Schemas['WalletSignature'][]>>().toBeNever();
  expectTypeOf<Undocumented<Read<typeof readLocksCoverage>, Schemas['LocksCoverage']>>().toBeNever();
});
