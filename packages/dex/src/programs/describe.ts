import type { AccountIndex, HopLayout, PoolEventLayout, RebateLayout, SwapLayout } from '../layout.js';

/** Short constructors for the tables in the programs' files, one line per instruction. */

export function swap(name: string, discriminator: string, ...hops: HopLayout[]): SwapLayout {
  return { does: 'swap', name, discriminator, hops };
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
