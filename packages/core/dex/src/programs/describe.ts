import type {
  AccountIndex,
  HopLayout,
  LimitLayout,
  PoolEventLayout,
  RebateLayout,
  SwapLayout,
} from '../layout.js';

/** Short constructors for the tables in the programs' files, one line per instruction. */

/** Without a limit if the data states no amount, or its place is not known. */
export function swap(
  name: string,
  discriminator: string,
  hops: HopLayout | readonly HopLayout[],
  limit: LimitLayout | null = null,
): SwapLayout {
  return { does: 'swap', name, discriminator, hops: [hops].flat(), limit };
}

export function rebate(
  name: string,
  discriminator: string,
  wallet: AccountIndex,
  payer: AccountIndex,
  receiver: AccountIndex,
): RebateLayout {
  return { does: 'rebate', name, discriminator, wallet, payer, receiver };
}

type Describe = (
  name: string,
  discriminator: string,
  pool: AccountIndex,
  vaults: readonly AccountIndex[],
  actor: AccountIndex | null,
) => PoolEventLayout;

function describe(does: PoolEventLayout['does']): Describe {
  return (name, discriminator, pool, vaults, actor) => ({ does, name, discriminator, pool, vaults, actor });
}

export const created: Describe = describe('created');
export const added: Describe = describe('liquidity_added');
export const removed: Describe = describe('liquidity_removed');
export const collected: Describe = describe('fees_collected');
