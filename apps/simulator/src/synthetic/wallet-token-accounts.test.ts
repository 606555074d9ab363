import { describe, expect, it } from 'vitest';
import { Account } from './account.js';
import { generatorOptions } from './options.js';
import { Random } from './random.js';
import { MOST_TOKEN_ACCOUNTS, walletTokenAccounts } from './wallet-token-accounts.js';
import { createWorld } from './world.js';

describe('token accounts of the wallets', () => {
  const world = createWorld(generatorOptions({ wallets: 1_000, mints: 50 }));
  const [wallet, other, third] = world.wallets as [Account, Account, Account];
  const [mint, otherMint] = world.mints as [(typeof world.mints)[0], (typeof world.mints)[0]];

  it('a wallet uses the same account of a mint again', () => {
    const random = new Random('same');
    const account = world.tokenAccountOf(wallet, mint, random);
    expect(world.tokenAccountOf(wallet, mint, random)).toBe(account);
    expect(world.tokenAccountOf(wallet, otherMint, random)).not.toBe(account);
    expect(world.tokenAccountOf(other, mint, random)).not.toBe(account);
    expect(account.token?.owner).toBe(wallet);
  });

  it('a bounded number is remembered: the least recently used is forgotten first', () => {
    const random = new Random('few');
    const accountOf = walletTokenAccounts((_, __, from) => new Account(from.key(), 1), 2);
    const first = accountOf(wallet, mint, random);
    const second = accountOf(other, mint, random);
    expect(accountOf(wallet, mint, random)).toBe(first);
    accountOf(third, mint, random);
    expect(accountOf(wallet, mint, random)).toBe(first);
    expect(accountOf(other, mint, random)).not.toBe(second);
  });

  it('a chain that touches more accounts than the bound forgets some', () => {
    const random = new Random('many');
    const first = world.tokenAccountOf(wallet, mint, random);
    let made = 0;
    for (const owner of world.wallets)
      for (const each of world.mints) {
        if (owner === wallet && each === mint) continue;
        world.tokenAccountOf(owner, each, random);
        made += 1;
      }
    expect(made).toBeGreaterThan(MOST_TOKEN_ACCOUNTS);
    expect(world.tokenAccountOf(wallet, mint, random)).not.toBe(first);
  });

  it('the key of an account keeps no more than its own 32 bytes in memory', () => {
    const { key } = world.tokenAccountOf(third, otherMint, new Random('key'));
    expect(key.buffer.byteLength).toBe(32);
  });
});
