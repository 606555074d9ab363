import { groupBy } from '@tickscope/chain';
import { SOL_MINT } from '@tickscope/dex';
import { solText, type TokenOf, tokenAmount } from '../amounts/token-amount.js';
import { poolOf } from '../mev/pools.js';
import { placeCounts, tally } from '../mev/tally.js';
import type { Leadership } from '../reference/leaders.js';
import type { EntitySandwich } from './entity-sandwiches.js';

const MOST_LISTED = 100;

export interface EntityContext {
  /** Wallet that is asked about. */
  address: string;
  tokenOf: TokenOf;
  leadershipAt(slot: number): Leadership;
}

/** Adds up what an entity did. Pure. @param all suspected ones too, which only their own count has */
export function describeEntity(all: readonly EntitySandwich[], context: EntityContext) {
  const { address, tokenOf, leadershipAt } = context;
  const counted = all.filter(({ confidence }) => confidence !== 'suspected');
  const placed = counted.map(({ pool, programId, mintIn, mintOut, firstSlot }) => ({
    pool: poolOf({ pool, programId, mints: [mintIn, mintOut] }, (mint) => tokenOf(mint).symbol),
    ...leadershipAt(firstSlot),
  }));
  const ofIntent = (wanted: string) => counted.filter(({ intent }) => intent === wanted).length;
  return {
    summary: {
      sandwich_count: counted.length,
      exact_count: counted.filter(({ confidence }) => confidence === 'exact').length,
      suspected_count: all.length - counted.length,
      victim_count: victimsOf(counted),
      attempt_count: sum(counted, ({ attemptCount }) => attemptCount),
      proven_count: ofIntent('proven'),
      likely_count: ofIntent('likely'),
    },
    earnings: {
      net_gain_sol: netGainOf(counted),
      gain_unknown_count: counted.filter((it) => !isInSol(it)).length,
      cost_sol: solText(counted.reduce((total, { cost }) => total + BigInt(cost ?? 0), 0n)),
      by_token: tokensOf(counted, tokenOf),
    },
    ...placeCounts(placed, MOST_LISTED),
    by_day: daysOf(counted),
    linked_wallets: mostCommon(counted.flatMap(({ attackers }) => attackers.filter((it) => it !== address))),
    private_programs: mostCommon(
      counted.flatMap(({ privateProgram }) => (privateProgram === null ? [] : [privateProgram])),
    ),
  };
}

/** As in the feed: of a counted sandwich, those who may have lost something. */
function victimsOf(counted: readonly EntitySandwich[]): number {
  return sum(counted, ({ victimCount }) => victimCount);
}

function sum<T>(items: readonly T[], countOf: (item: T) => number): number {
  return items.reduce((total, item) => total + countOf(item), 0);
}

function isInSol({ gainMint, net }: EntitySandwich): boolean {
  return gainMint === SOL_MINT && net !== null;
}

/** Null where no gain is in SOL. */
function netGainOf(sandwiches: readonly EntitySandwich[]): string | null {
  const inSol = sandwiches.filter(isInSol);
  return inSol.length === 0 ? null : solText(inSol.reduce((total, { net }) => total + BigInt(net!), 0n));
}

function tokensOf(counted: readonly EntitySandwich[], tokenOf: TokenOf) {
  const byMint = groupBy(counted, ({ gainMint }) => gainMint);
  return tally(counted, ({ gainMint }) => gainMint)
    .slice(0, MOST_LISTED)
    .map(({ first: { gainMint }, count }) => {
      const gross = byMint.get(gainMint)!.reduce((total, it) => total + BigInt(it.gross), 0n);
      return { count, gain: tokenAmount(String(gross), gainMint, tokenOf) };
    });
}

function daysOf(counted: readonly EntitySandwich[]) {
  const dateOf = ({ blockTime }: EntitySandwich) =>
    blockTime === null ? '' : new Date(blockTime * 1_000).toISOString().slice(0, 10);
  return [...groupBy(counted, dateOf)]
    .sort(([left], [right]) => (left < right ? 1 : -1))
    .map(([date, sandwiches]) => ({
      date: date === '' ? null : date,
      sandwich_count: sandwiches.length,
      victim_count: victimsOf(sandwiches),
      net_gain_sol: netGainOf(sandwiches),
    }));
}

function mostCommon(addresses: readonly string[]): string[] {
  return tally(addresses, (address) => address)
    .slice(0, MOST_LISTED)
    .map(({ first }) => first);
}
