import type { Swap, TokenLink } from '@tickscope/dex';
import type { Leg } from './leg.js';
import { comparePositions } from './position.js';
import type { Window } from './window.js';

interface LinkEntry {
  link: TokenLink;
  slot: number;
  /** Into the same account. */
  earlier: LinkEntry | null;
  later: LinkEntry | null;
}

/** Of the transfers into one account only the latest are followed. */
const LINKS_READ = 8;
/** Of an address's legs only the latest are looked through for the one whose tokens came. */
const LEGS_READ = 64;
/** A chain must carry at least 9 / 10 of what was bought or of what was sold, whichever is less. */
const CARRIED = { parts: 9n, of: 10n };

/**
 * Tokens that wallets passed on: transfers and accounts handed over, by the account that they reached. Links that no
 * wallet signed for are a program's doing and tell nothing.
 */
export class TokenLinks<S extends Swap> {
  readonly #into = new Map<string, LinkEntry>();
  readonly #blocks: { slot: number; entries: LinkEntry[] }[] = [];

  add(slot: number, links: readonly TokenLink[]): void {
    const entries: LinkEntry[] = [];
    for (const link of links) {
      if (!link.authoritySigned) continue;
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

  /** Legs that went the other way in the same pool, whose tokens came to `back`'s source by one or two links. */
  frontsOf(back: Leg<S>, window: Window<S>): Leg<S>[] {
    const account = back.swap.source.account;
    if (account === null) return [];
    const fronts: Leg<S>[] = [];
    for (const last of this.#linksInto(account, back.swap.mintIn, back)) {
      collect(fronts, last, null, back, window);
      for (const first of this.#linksInto(last.fromAccount, back.swap.mintIn, last))
        collect(fronts, first, last, back, window);
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
      if (comparePositions(link, position) < 0) links.push(link);
    }
    return links;
  }
}

function collect<S extends Swap>(
  fronts: Leg<S>[],
  first: TokenLink,
  second: TokenLink | null,
  back: Leg<S>,
  window: Window<S>,
): void {
  const { lists } = window;
  let row = lists.latest(first.fromOwner ?? first.authority, back.pool.id);
  for (let read = 0; row !== 0 && read < LEGS_READ; row = lists.earlier(row), read += 1) {
    const leg = window.legOf(row);
    if (leg.way === back.way || leg.swap.destination.account !== first.fromAccount) continue;
    if (comparePositions(leg.swap, first) >= 0) continue;
    if (carries(first, leg, back) && (second === null || carries(second, leg, back))) fronts.push(leg);
  }
}

function carries<S extends Swap>({ amount }: TokenLink, front: Leg<S>, back: Leg<S>): boolean {
  if (amount === null) return true;
  const bought = front.swap.traderOut;
  const sold = back.swap.traderIn;
  return amount * CARRIED.of >= (bought < sold ? bought : sold) * CARRIED.parts;
}
