import { expectTypeOf, test } from 'vitest';
import type { AdminConnection } from './admin-connection.js';
import type { ReadWrite, Store } from './open-store.js';
import type { ReadConnection } from './read-connection.js';
import type { WriteConnection } from './write-connection.js';

// The compiler checks this file; running it proves nothing.
test('no part of a store, and no store, can be passed for another part', () => {
  expectTypeOf<ReadConnection>().not.toExtend<WriteConnection>();
  expectTypeOf<ReadConnection>().not.toExtend<AdminConnection>();
  expectTypeOf<WriteConnection>().not.toExtend<ReadConnection>();
  expectTypeOf<WriteConnection>().not.toExtend<AdminConnection>();
  expectTypeOf<AdminConnection>().not.toExtend<ReadConnection>();
  expectTypeOf<AdminConnection>().not.toExtend<WriteConnection>();
  expectTypeOf<Store>().not.toExtend<ReadConnection>();
  expectTypeOf<Store>().not.toExtend<WriteConnection>();
  expectTypeOf<Store>().not.toExtend<AdminConnection>();
});

test('a whole store can be passed where some of its parts are needed, not the other way round', () => {
  expectTypeOf<Store>().toExtend<ReadWrite>();
  expectTypeOf<ReadWrite>().not.toExtend<Store>();
});
