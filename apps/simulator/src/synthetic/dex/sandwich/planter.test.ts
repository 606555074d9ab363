import type { Swap } from '@tickscope/dex';
import { describe, expect, test } from 'vitest';
import { type DecodedChain, decodeChain } from '../../../testing/decode-trades.js';
import { ChainGenerator } from '../../chain-generator.js';
import { WRAPPED_SOL_MINT } from '../addresses.js';
import { SANDWICH_KINDS } from './kinds/index.js';
import type { LabelledLeg, LabelledPosition, SandwichLabel } from './label.js';

const chain = decodeChain(
  {
    seed: 'planted',
    transactionsPerSlot: 40,
    voteShare: 0.1,
    dexShare: 0.6,
    sandwichesPerSlot: 1.2,
    skippedShare: 0.1,
  },
  260,
);
const labels = chain.updates.flatMap((update) => update.labels);
const of = (...kinds: string[]): SandwichLabel[] => labels.filter(({ kind }) => kinds.includes(kind));

/** The decoded swap that a label's leg names. */
function swapOf(leg: LabelledLeg, from: DecodedChain = chain): Swap {
  const { tx, trades, truth } = from.at(leg.slot, leg.block_index);
  expect(truth.signatures[0]).toBe(leg.signature);
  expect(tx.index).toBe(leg.block_index);
  const swap = trades.swaps.find(
    ({ outerIndex, innerIndex }) => outerIndex === leg.outer_index && innerIndex === leg.inner_index,
  );
  if (swap === undefined) throw new Error(`${leg.signature} holds no such swap`);
  return swap;
}

const order = ({ slot, block_index }: Omit<LabelledPosition, 'signature'>): number =>
  slot * 100_000 + block_index;
const total = (values: readonly bigint[]): bigint => values.reduce((sum, value) => sum + value, 0n);

describe('labels', () => {
  test('there are some of every kind, on every DEX that a kind is planted on', () => {
    const names = [...SANDWICH_KINDS.map(({ name }) => name).filter((name) => name !== 'known_bot')];
    for (const name of [...names, 'known_bot_short', 'known_bot_wide'])
      expect([name, of(name).length >= 4]).toEqual([name, true]);
    for (const { name, dexes } of SANDWICH_KINDS)
      if (name !== 'known_bot' && name !== 'wide_skipped')
        expect([name, new Set(of(name).map(({ dex }) => dex)).size]).toEqual([name, dexes.length]);
    expect(new Set(labels.map(({ id }) => id)).size).toBe(labels.length);
  });

  test('name swaps that are on the chain, in their pool, with their amounts', () => {
    for (const label of labels) {
      for (const leg of [...label.fronts, ...label.victims])
        expect(swapOf(leg)).toMatchObject({
          pool: label.pool,
          programId: label.program_id,
          mintIn: label.mint_in,
          mintOut: label.mint_out,
          trader: leg.trader,
          poolIn: BigInt(leg.pool_in),
          poolOut: BigInt(leg.pool_out),
          traderIn: BigInt(leg.trader_in),
          traderOut: BigInt(leg.trader_out),
        });
      for (const leg of label.backs)
        expect(swapOf(leg)).toMatchObject({
          pool: label.pool,
          mintIn: label.mint_out,
          mintOut: label.mint_in,
          traderIn: BigInt(leg.trader_in),
          traderOut: BigInt(leg.trader_out),
        });
    }
  });

  test('every victim lies after the last front and before the first back, and none is left out', () => {
    const legs = new Set(
      labels.flatMap(({ fronts, backs }) => [...fronts, ...backs].map((leg) => leg.signature)),
    );
    const byPool = new Map<string, { at: number; signature: string; swap: Swap }[]>();
    for (const { trades, truth } of chain.transactions)
      for (const swap of trades.swaps) {
        const at = order({ slot: swap.slot, block_index: swap.blockIndex });
        const known = byPool.get(swap.pool) ?? [];
        known.push({ at, signature: truth.signatures[0]!, swap });
        byPool.set(swap.pool, known);
      }
    for (const label of labels) {
      const lastFront = Math.max(...label.fronts.map(order));
      const firstBack = Math.min(...label.backs.map(order));
      expect(lastFront).toBeLessThan(firstBack);
      const size = total(label.fronts.map(({ trader_in }) => BigInt(trader_in)));
      const between = byPool
        .get(label.pool)!
        .filter(
          ({ at, signature, swap }) =>
            at > lastFront &&
            at < firstBack &&
            !legs.has(signature) &&
            swap.mintIn === label.mint_in &&
            swap.traderIn * 1_000n >= size,
        );
      expect([label.id, between.map(({ signature }) => signature)]).toEqual([
        label.id,
        label.victims.map(({ signature }) => signature),
      ]);
    }
  });

  test('have its gain and cost: amounts, fees and tips summed up from the decoded transactions', () => {
    for (const label of labels) {
      const fronts = label.fronts.map((leg) => swapOf(leg));
      const backs = label.backs.map((leg) => swapOf(leg));
      const [frontIn, frontOut] = [
        total(fronts.map((s) => s.traderIn)),
        total(fronts.map((s) => s.traderOut)),
      ];
      const [backIn, backOut] = [total(backs.map((s) => s.traderIn)), total(backs.map((s) => s.traderOut))];
      expect(label.quantity).toEqual([String(backIn), String(frontOut)]);
      const matched = backIn < frontOut ? backIn : frontOut;
      const gross =
        (Number(backOut) * Number(matched)) / Number(backIn) -
        (Number(frontIn) * Number(matched)) / Number(frontOut);
      expect(Math.abs(Number(label.gross) - gross)).toBeLessThan(2 + Number(frontIn) / 1e14);
      const costs = new Map(
        [...fronts, ...backs].map((s) => [`${s.slot}.${s.blockIndex}`, s.feeLamports + s.jitoTipLamports!]),
      );
      expect(label.cost).toBe(String(total([...costs.values()])));
      if (label.mint_in === WRAPPED_SOL_MINT)
        expect(label.net).toBe(String(BigInt(label.gross) - BigInt(label.cost)));
      else expect(label.net).toBeNull();
    }
  });

  test('have the confidence and reason of the definition', () => {
    for (const label of labels) {
      const [sold, bought] = label.quantity.map(BigInt) as [bigint, bigint];
      const q = Number(sold) / Number(bought);
      const span = label.last_slot - label.first_slot;
      const cost =
        label.mint_in === WRAPPED_SOL_MINT
          ? Number(label.cost)
          : label.mint_out === WRAPPED_SOL_MINT
            ? (Number(label.cost) * Number(total(label.fronts.map((leg) => BigInt(leg.trader_in))))) /
              Number(bought)
            : 0;
      const earns = Number(label.gross) > cost;
      const isKnown = label.kind === 'known_bot_wide';
      const isByProgram = label.link === 'private_program';
      const isPushed = label.victims.some(({ slippage_use }) => (slippage_use ?? 0) >= 0.5);
      const isHarmful = label.victims.some(({ loss }) => BigInt(loss) > 0n);
      const isExact = Math.abs(q - 1) <= 0.001;
      const isMatched = isExact ? Number(label.gross) > 0 : q >= (isByProgram ? 0.99 : 0.9) && earns;
      const counts =
        (isMatched && span === 0 && (isPushed || !isByProgram)) ||
        (isMatched && span <= 4 && isPushed && earns) ||
        ((isMatched || isExact) && isKnown && span <= 10);
      expect([label.id, label.counted]).toEqual([label.id, isHarmful && counts]);
    }
    for (const kind of ['same_slot', 'two_victims', 'split_fronts', 'linked_token_account', 'two_attackers'])
      expect(of(kind).every(({ counted }) => counted)).toBe(true);
    for (const kind of ['wide_long', 'inventory_less'])
      expect(of(kind).some(({ counted }) => counted)).toBe(false);
    expect(of('wide_loss').filter(({ counted }) => !counted).length).toBeGreaterThan(
      of('wide_loss').length / 2,
    );
  });
});

describe('a victim’s loss', () => {
  /**
   * Raydium v4, one victim right behind the front: the reserves follow from the two swaps alone (a quarter of a
   * percent of the input buys nothing and stays), and with them what the victim would have got.
   */
  test('matches the reserves that follow from two swaps', () => {
    let checked = 0;
    for (const label of of('same_slot', 'linked_token_account', 'failed_fronts')) {
      if (label.dex !== 'raydium_v4' || label.victims.length !== 1) continue;
      const [x1, y1] = [Number(label.fronts[0]!.pool_in), Number(label.fronts[0]!.pool_out)];
      const [x2, y2] = [Number(label.victims[0]!.pool_in), Number(label.victims[0]!.pool_out)];
      const [n1, n2] = [x1 * 0.9975, x2 * 0.9975];
      const reserveIn = (y2 * (x1 + n2)) / ((y1 * n2) / n1 - y2);
      const reserveOut = (y1 * (reserveIn + n1)) / n1;
      const loss = (reserveOut * n2) / (reserveIn + n2) - y2;
      expect(Math.abs(Number(label.victims[0]!.loss) / loss - 1)).toBeLessThan(0.001);
      checked += 1;
    }
    expect(checked).toBeGreaterThan(2);
  });

  test('is a loss for each of those that were put there', () => {
    for (const { victims, kind } of labels)
      for (const { planted, loss } of victims)
        if (planted && kind !== 'wide_long' && kind !== 'known_bot_wide' && !kind.startsWith('wide'))
          expect(BigInt(loss)).toBeGreaterThan(0n);
  });
});

describe('a victim’s limit', () => {
  test('is on the chain, holds, and leaves the room of which the label says how much was used', () => {
    const uses: number[] = [];
    const ways = new Set<string>();
    for (const { victims } of labels)
      for (const victim of victims) {
        const { limit, routeLimit, mintOut } = swapOf(victim);
        // A route’s own amounts are those of its last pool.
        if (victim.slippage_use === null || (routeLimit !== null && routeLimit.mint !== mintOut)) continue;
        const bound = routeLimit ?? limit;
        expect(bound).not.toBeNull();
        if (bound!.kind === 'most_in') {
          // Wanted an exact amount: all that it offered but rounding was taken.
          expect(victim.slippage_use).toBe(1);
          expect(Number(victim.trader_in) / Number(bound!.amount)).toBeCloseTo(1, 6);
          continue;
        }
        const clean = Number(victim.trader_out) + Number(victim.loss);
        const use = Number(victim.loss) / (clean - Number(bound!.amount));
        expect(BigInt(victim.trader_out)).toBeGreaterThanOrEqual(bound!.amount);
        // A tolerance is stated in whole basis points, of which a narrow room has few.
        const rounding = routeLimit === null ? 0.001 : clean / 10_000 / (clean - Number(bound!.amount));
        expect(Math.abs(use - victim.slippage_use)).toBeLessThanOrEqual(rounding + 0.001);
        if (routeLimit !== null) expect(Math.abs(Number(routeLimit.quoted) / clean - 1)).toBeLessThan(0.001);
        uses.push(victim.slippage_use);
        ways.add(routeLimit === null ? 'pool' : 'route');
      }
    expect(uses.length).toBeGreaterThan(100);
    expect(Math.min(...uses)).toBeGreaterThanOrEqual(0.5);
    expect(Math.max(...uses)).toBeLessThan(1);
    expect(ways).toEqual(new Set(['pool', 'route']));
  });

  test('holds for every trade of the chain that has one', () => {
    let limited = 0;
    const swaps = chain.transactions.flatMap(({ trades }) => trades.swaps);
    for (const { limit, traderIn, traderOut } of swaps) {
      if (limit === null) continue;
      limited += 1;
      if (limit.kind === 'least_out') expect(traderOut).toBeGreaterThanOrEqual(limit.amount);
      else expect(traderIn).toBeLessThanOrEqual(limit.amount);
    }
    expect(limited).toBeGreaterThan(swaps.length / 4);
  });
});

describe('kinds', () => {
  test('links are on the chain', () => {
    for (const label of labels) {
      const [front, back] = [swapOf(label.fronts[0]!), swapOf(label.backs[0]!)];
      if (label.link === 'same_signer') expect(front.trader).toBe(back.trader);
      else expect(front.trader).not.toBe(back.trader);
      if (label.link === 'token_account') expect(front.destination.account).toBe(back.source.account);
      if (label.link === 'private_program') {
        expect(front.outerProgramId).toBe(back.outerProgramId);
        expect(front.outerProgramId).toBe(label.private_program);
      }
      if (label.link !== 'token_transfer') continue;
      const chainOf = label.links.map(
        ({ slot, block_index }) => chain.at(slot, block_index).trades.tokenLinks[0]!,
      );
      let at = front.destination.account;
      for (const { fromAccount, toAccount, kind, amount } of chainOf) {
        expect([kind, fromAccount, amount]).toEqual(['transfer', at, front.traderOut]);
        at = toAccount;
      }
      expect(at).toBe(back.source.account);
      expect(chainOf).toHaveLength(label.kind === 'linked_one_transfer' ? 1 : 2);
    }
    const handovers = of('linked_set_authority').map(
      ({ links: [link] }) => chain.at(link!.slot, link!.block_index).trades.tokenLinks[0]!.kind,
    );
    expect(new Set(handovers)).toEqual(new Set(['set_authority']));
  });

  test('spans match their names', () => {
    const span = ({ first_slot, last_slot }: SandwichLabel): number => last_slot - first_slot;
    for (const label of of(
      'same_slot',
      'same_slot_spread',
      'same_slot_sell',
      'many_victims',
      'inventory_more',
    ))
      expect(span(label)).toBe(0);
    for (const label of of('wide', 'wide_skipped', 'wide_leader_boundary', 'wide_loss')) {
      expect(span(label)).toBeGreaterThanOrEqual(1);
      expect(span(label)).toBeLessThanOrEqual(4);
    }
    for (const label of of('known_bot_wide', 'wide_long')) {
      expect(span(label)).toBeGreaterThanOrEqual(5);
      expect(span(label)).toBeLessThanOrEqual(20);
    }
    const skipped = new Set(chain.updates.filter(({ update }) => update === null).map(({ slot }) => slot));
    for (const { first_slot, last_slot } of of('wide_skipped'))
      expect([...skipped].some((slot) => slot > first_slot && slot < last_slot)).toBe(true);
    for (const { first_slot, last_slot } of of('wide_leader_boundary')) {
      expect(first_slot % 4).toBe(3);
      expect(Math.floor(last_slot / 4)).toBeGreaterThan(Math.floor(first_slot / 4));
    }
  });

  test('numbers of legs, victims and attempts match their names', () => {
    for (const { victims } of of('two_victims'))
      expect(victims.filter(({ planted }) => planted)).toHaveLength(2);
    expect(Math.max(...of('many_victims').map(({ victims }) => victims.length))).toBeGreaterThan(20);
    for (const { fronts } of of('split_fronts')) expect(fronts.length).toBeGreaterThan(1);
    for (const { backs } of of('split_backs')) expect(backs.length).toBeGreaterThan(1);
    for (const { attempts, fronts } of of('failed_fronts')) {
      const before = attempts.filter(({ side }) => side === 'front');
      expect(before.length).toBeGreaterThan(0);
      for (const attempt of before) {
        expect(order(attempt)).toBeLessThan(order(fronts[0]!));
        expect(chain.at(attempt.slot, attempt.block_index).tx.meta!.error).not.toBeNull();
      }
    }
    for (const { victims } of of('aggregator_victim').filter(({ dex }) => dex !== 'pump_fun'))
      for (const victim of victims.filter(({ planted }) => planted)) {
        const { authoritySigned, authority } = swapOf(victim);
        expect([authoritySigned, authority === victim.trader]).toEqual([false, false]);
      }
  });

  test('a route’s victim has its swap in the pool as the last or the middle hop', () => {
    const hops = new Set(
      of('route_victim').map(({ pool, victims }) => {
        const [victim] = victims.filter(({ planted }) => planted);
        const route = chain.at(victim!.slot, victim!.block_index).trades.swaps;
        return `${route.findIndex((swap) => swap.pool === pool)} of ${route.length}`;
      }),
    );
    expect(hops).toEqual(new Set(['1 of 2', '1 of 3']));
  });

  test('two attackers stand round the same victim', () => {
    const pairs = of('two_attackers');
    const byVictim = new Map<string, Set<string>>();
    for (const { victims, attackers } of pairs)
      for (const { signature, planted } of victims)
        if (planted) byVictim.set(signature, new Set([...(byVictim.get(signature) ?? []), ...attackers]));
    expect([...byVictim.values()].every((attackers) => attackers.size === 2)).toBe(true);
  });

  test('a known bot has five short ones in three pools behind it', () => {
    for (const { attackers, first_slot, counted } of of('known_bot_wide')) {
      const before = of('known_bot_short').filter(
        (short) => short.attackers[0] === attackers[0] && short.last_slot < first_slot,
      );
      expect(before).toHaveLength(5);
      expect(new Set(before.map(({ pool }) => pool)).size).toBeGreaterThan(2);
      expect(counted).toBe(true);
    }
  });
});

describe('skipped slots', () => {
  test('the chain continues where all slots between the legs of a known bot are skipped', () => {
    for (const seed of ['a', 'b', 'd']) {
      const generator = new ChainGenerator({
        seed,
        transactionsPerSlot: 0,
        sandwichesPerSlot: 1,
        sandwichKinds: ['known_bot'],
        skippedShare: 0.6,
      });
      const last = Array.from({ length: 300 }, () => generator.next()).at(-1)!;
      expect(last.slot).toBe(generator.options.firstSlot + 299);
    }
  });
});

describe('options', () => {
  test('a limit is not passed, and kinds can be chosen', () => {
    const generator = new ChainGenerator({
      seed: 'few',
      transactionsPerSlot: 10,
      sandwichesPerSlot: 2,
      sandwichLimit: 5,
      sandwichKinds: ['wide', 'same_slot'],
      skippedShare: 0,
    });
    const planted = Array.from({ length: 20 }, () => generator.next().labels).flat();
    expect(planted).toHaveLength(5);
    expect(new Set(planted.map(({ kind }) => kind))).toEqual(new Set(['wide', 'same_slot']));
  });

  test('an unknown kind is refused by name', () => {
    expect(() => new ChainGenerator({ sandwichesPerSlot: 1, sandwichKinds: ['sideways'] })).toThrow(
      /sideways/,
    );
  });
});
