import { createHash } from 'node:crypto';
import { toBase58 } from '@tickscope/chain';
import { BLOCKS_A_DAY, BLOCKS_IN_ALL } from './shape.js';

/** A wallet whose trades are known. */
export interface Planted {
  hex: string;
  base58: string;
  /** Wallet before and after it in its sandwiches, in all or every other one. */
  attacker: { hex: string; base58: string };
  trades: number;
  days: number;
  /** One in this many trades is a victim's. */
  victimEvery: number;
  /** The attacker trades beside each of its trades. */
  isRivalled: boolean;
  /** Pools it trades in. */
  pools: number;
}

function keyOf(name: string): { hex: string; base58: string } {
  const bytes = createHash('sha256').update(`bench ${name}`).digest();
  return { hex: bytes.toString('hex'), base58: toBase58(bytes) };
}

function planted(
  name: string,
  count: number,
  traits: Omit<Planted, 'hex' | 'base58' | 'attacker'>,
): Planted[] {
  return Array.from({ length: count }, (_, at) => ({
    ...keyOf(`${name} ${at}`),
    attacker: keyOf(`attacker of ${name} ${at}`),
    ...traits,
  }));
}

const over4Days = { days: 4, isRivalled: false, pools: 20_000 };

/** One trade in ten a victim's: 1,000 sandwiches around a wallet. */
export const HEAVY = planted('heavy', 8, { trades: 10_000, victimEvery: 10, ...over4Days });
export const MEDIUM = planted('medium', 20, { trades: 500, victimEvery: 10, ...over4Days });
export const LIGHT = planted('light', 20, { trades: 1, victimEvery: 1, ...over4Days });
/** Wallets that trade beside each other: one trade in ten lies in a sandwich. */
export const RIVALS = planted('rival', 6, {
  trades: 12_000,
  days: 30,
  victimEvery: 10,
  isRivalled: true,
  pools: 40,
});

/** The parameters of fill-planted.sql. */
export function fillOf(wallet: Planted, series: number): Record<string, unknown> {
  const blocks = wallet.days * BLOCKS_A_DAY - 4_000;
  return {
    wallet: wallet.hex,
    attacker: wallet.attacker.hex,
    series,
    rounds: wallet.trades,
    victim_every: wallet.victimEvery,
    attacks_all: wallet.isRivalled,
    rival: wallet.isRivalled,
    pools: wallet.pools,
    blocks,
    first_block: BLOCKS_IN_ALL - blocks - 1_000,
  };
}
