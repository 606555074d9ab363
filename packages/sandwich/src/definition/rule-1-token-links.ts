import { isPublicProgram, type Swap, type TokenLink } from '@tickscope/dex';
import type { Leg } from '../engine/leg.js';
import type { Window } from '../engine/window.js';
import { compareInstructions } from '../position.js';
import type { BlockTrades, LinkKind } from '../sandwich.js';

interface LinkEntry {
  link: TokenLink;
  slot: number;
  /** Neighbours among the links into the same account. */
  earlier: LinkEntry | null;
  later: LinkEntry | null;
}

/** Only this many of the latest transfers into an account are followed. */
const LINKS_READ = 8;
/** Only this many of an address's latest legs are searched for the one whose tokens arrived. */
const LEGS_READ = 64;
/** A chain must carry at least 9 / 10 of the smaller of the amounts bought and sold. */
const CARRIED = { parts: 9n, of: 10n };

/** A front leg whose tokens, or whose token account, reached a back leg. */
export interface ReachedFront<S extends Swap> {
  leg: Leg<S>;
  kind: Extract<LinkKind, 'token_account' | 'token_transfer'>;
}

/**
 * Filters a block's links to those of mints swapped in this block or in the window. A block has transfers of every
 * mint; unfiltered, links of untraded mints would fill the memory.
 */
export function linksOfTradedMints<S extends Swap>(
  { tokenLinks, swaps }: Pick<BlockTrades<S>, 'tokenLinks' | 'swaps'>,
  isTraded: (mint: string) => boolean,
): readonly TokenLink[] {
  const untraded = new Set<string>();
  for (const { mint } of tokenLinks) if (mint !== null && !isTraded(mint)) untraded.add(mint);
  if (untraded.size === 0) return tokenLinks;
  for (const { mintOut } of swaps) untraded.delete(mintOut);
  return tokenLinks.filter(({ mint }) => mint === null || !untraded.has(mint));
}

/**
 * Links by the account that they reached: tokens that wallets passed on, and accounts handed over. Transfers that no
 * wallet signed are made by programs and are not followed. A handover counts with any signer: it is still the account
 * that the frontrun filled.
 */
export class TokenLinks<S extends Swap> {
  readonly #into = new Map<string, LinkEntry>();
  readonly #blocks: { slot: number; entries: LinkEntry[] }[] = [];

  add(slot: number, links: readonly TokenLink[]): void {
    const entries: LinkEntry[] = [];
    for (const link of links) {
      if (!link.authoritySigned && link.kind === 'transfer') continue;
      const earlier = this.#into.get(link.toAccount) ?? null;
      const entry: LinkEntry = { link, slot, earlier, later: null };
      if (earlier !== null) earlier.later = entry;
      this.#into.set(link.toAccount, entry);
      entries.push(entry);
    }
    if (entries.length > 0) this.#blocks.push({ slot, entries });
  }

  forget(upTo: number): void {
    while ((this.#blocks[0]?.slot ?? Infinity) <= upTo)
      for (const entry of this.#blocks.shift()!.entries)
        if (entry.later !== null) entry.later.earlier = null;
        else this.#into.delete(entry.link.toAccount);
  }

  reaches(account: string | null): account is string {
    return account !== null && this.#into.size > 0 && this.#into.has(account);
  }

  /**
   * Returns legs of the opposite direction in the same pool that filled the account which `back` emptied, if it was
   * handed over in between (L2), or whose tokens reached it by one or two links (L3).
   */
  frontsOf(back: Leg<S>, window: Window<S>): ReachedFront<S>[] {
    const account = back.swap.source.account;
    if (account === null) return [];
    const fronts: ReachedFront<S>[] = [];
    for (const last of this.#linksInto(account, back.swap.mintIn, back)) {
      if (last.kind === 'set_authority')
        for (const leg of fillsBefore(last, back, window))
          if (isOneEntity(leg, back)) fronts.push({ leg, kind: 'token_account' });
      if (!last.authoritySigned) continue;
      collect(fronts, [last], back, window);
      for (const first of this.#linksInto(last.fromAccount, back.swap.mintIn, last))
        if (first.authoritySigned) collect(fronts, [first, last], back, window);
    }
    return fronts;
  }

  #linksInto(account: string, mint: string, before: Leg<S> | TokenLink): TokenLink[] {
    const position = 'swap' in before ? before.swap : before;
    const links: TokenLink[] = [];
    let entry = this.#into.get(account) ?? null;
    for (let read = 0; entry !== null && read < LINKS_READ; entry = entry.earlier, read += 1) {
      const { link } = entry;
      if (link.mint !== null && link.mint !== mint) continue;
      if (compareInstructions(link, position) < 0) links.push(link);
    }
    return links;
  }
}

/** Adds the fronts at the start of a chain if each of its links carries enough. */
function collect<S extends Swap>(
  fronts: ReachedFront<S>[],
  chain: readonly [TokenLink, ...TokenLink[]],
  back: Leg<S>,
  window: Window<S>,
): void {
  for (const leg of fillsBefore(chain[0], back, window))
    if (chain.every((link) => carries(link, leg, back))) fronts.push({ leg, kind: 'token_transfer' });
}

/** Legs of the opposite direction in `back`'s pool that filled a link's source account before the link. */
function fillsBefore<S extends Swap>(link: TokenLink, back: Leg<S>, window: Window<S>): Leg<S>[] {
  const { lists } = window;
  const legs: Leg<S>[] = [];
  let row = lists.latest(link.fromOwner ?? link.authority, back.pool.id);
  for (let read = 0; row !== 0 && read < LEGS_READ; row = lists.earlier(row), read += 1) {
    const leg = window.legOf(row);
    if (leg.way === back.way || leg.swap.destination.account !== link.fromAccount) continue;
    if (compareInstructions(leg.swap, link) < 0) legs.push(leg);
  }
  return legs;
}

/**
 * L2: the account's owner, before or after the handover, signed one of the two swaps, or both ran in one private
 * program.
 */
function isOneEntity<S extends Swap>({ swap: front }: Leg<S>, { swap: back }: Leg<S>): boolean {
  const owners = [front.destination.owner, back.source.owner];
  if ([...front.signers, ...back.signers].some((signer) => owners.includes(signer))) return true;
  const program = front.outerProgramId;
  if (program === '' || program === front.programId || program !== back.outerProgramId) return false;
  return !isPublicProgram(program);
}

function carries<S extends Swap>({ amount }: TokenLink, front: Leg<S>, back: Leg<S>): boolean {
  if (amount === null) return true;
  const bought = front.swap.traderOut;
  const sold = back.swap.traderIn;
  return amount * CARRIED.of >= (bought < sold ? bought : sold) * CARRIED.parts;
}
