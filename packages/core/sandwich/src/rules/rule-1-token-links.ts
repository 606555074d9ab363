import { type InstructionPosition, isPublicProgram, type Swap, type TokenLink } from '@tickscope/dex';
import type { Leg } from '../model/leg.js';
import { compareInstructions } from '../model/position.js';
import type { BlockTrades, LinkKind } from '../model/sandwich.js';
import type { Window } from '../model/window.js';

/** Only this many of the latest transfers into an account are followed. */
const LINKS_READ = 8;
/** Only this many links are followed back from one leg. */
const LINKS_FOLLOWED = 64;
/** The longest chain of links from front to back (Rule 1, L3). */
const HOPS = 4;
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
 * Links by the account that they reached: tokens that were passed on, and accounts handed over. A transfer that no
 * wallet signed counts only between two legs of one private program. A handover counts with any signer: it is still the
 * account that the frontrun filled.
 */
export class TokenLinks<S extends Swap> {
  readonly #byWallets = new LinksInto();
  readonly #byPrograms = new LinksInto();

  add(slot: number, links: readonly TokenLink[]): void {
    this.#byWallets.add(
      slot,
      links.filter((link) => !isByProgram(link)),
    );
    this.#byPrograms.add(slot, links.filter(isByProgram));
  }

  forget(upTo: number): void {
    this.#byWallets.forget(upTo);
    this.#byPrograms.forget(upTo);
  }

  /** Whether a link reached the account that a swap emptied. */
  reaches({ source, outerProgramId, programId }: Swap): boolean {
    const { account } = source;
    if (account === null) return false;
    if (this.#byWallets.has(account)) return true;
    return this.#byPrograms.has(account) && outerProgramId !== programId && !isPublicProgram(outerProgramId);
  }

  /**
   * Returns legs of the opposite direction in the same pool that filled the account which `back` emptied, if it was
   * handed over in between (L2), or whose tokens reached it by up to four links (L3).
   */
  frontsOf(back: Leg<S>, window: Window<S>): ReachedFront<S>[] {
    const { source, mintIn } = back.swap;
    if (source.account === null) return [];
    const fronts: ReachedFront<S>[] = [];
    for (const last of this.#linksInto(source.account, mintIn, back.swap))
      if (last.kind === 'set_authority')
        for (const leg of fillsBefore(last, back, window))
          if (isOneEntity(leg, back)) fronts.push({ leg, kind: 'token_account' });
    let left = LINKS_FOLLOWED;
    const follow = (account: string, before: InstructionPosition, chain: readonly TokenLink[]): void => {
      for (const link of this.#linksInto(account, mintIn, before)) {
        if (left === 0) return;
        left -= 1;
        const longer = [link, ...chain];
        collect(fronts, longer, back, window);
        if (longer.length < HOPS) follow(link.fromAccount, link, longer);
      }
    };
    follow(source.account, back.swap, []);
    return fronts;
  }

  #linksInto(account: string, mint: string, before: InstructionPosition): TokenLink[] {
    return [...this.#byWallets.of(account), ...this.#byPrograms.of(account)].filter(
      (link) => (link.mint === null || link.mint === mint) && compareInstructions(link, before) < 0,
    );
  }
}

function isByProgram({ authoritySigned, kind }: TokenLink): boolean {
  return !authoritySigned && kind === 'transfer';
}

interface LinkEntry {
  link: TokenLink;
  /** Neighbours among the links into the same account. */
  earlier: LinkEntry | null;
  later: LinkEntry | null;
}

/** The links of the last slots by the account that they reached. */
class LinksInto {
  readonly #latest = new Map<string, LinkEntry>();
  readonly #blocks: { slot: number; entries: LinkEntry[] }[] = [];

  add(slot: number, links: readonly TokenLink[]): void {
    const entries: LinkEntry[] = [];
    for (const link of links) {
      const earlier = this.#latest.get(link.toAccount) ?? null;
      const entry: LinkEntry = { link, earlier, later: null };
      if (earlier !== null) earlier.later = entry;
      this.#latest.set(link.toAccount, entry);
      entries.push(entry);
    }
    if (entries.length > 0) this.#blocks.push({ slot, entries });
  }

  forget(upTo: number): void {
    while ((this.#blocks[0]?.slot ?? Infinity) <= upTo)
      for (const entry of this.#blocks.shift()!.entries)
        if (entry.later !== null) entry.later.earlier = null;
        else this.#latest.delete(entry.link.toAccount);
  }

  has(account: string): boolean {
    return this.#latest.size > 0 && this.#latest.has(account);
  }

  /** The latest links into an account, the newest first. */
  of(account: string): TokenLink[] {
    const links: TokenLink[] = [];
    let entry = this.#latest.get(account) ?? null;
    for (; entry !== null && links.length < LINKS_READ; entry = entry.earlier) links.push(entry.link);
    return links;
  }
}

/**
 * Adds the fronts at the start of a chain whose links each carry enough, and were each signed by a wallet, or all lie
 * between two legs of one private program.
 */
function collect<S extends Swap>(
  fronts: ReachedFront<S>[],
  chain: readonly TokenLink[],
  back: Leg<S>,
  window: Window<S>,
): void {
  const isSigned = chain.every(({ authoritySigned }) => authoritySigned);
  for (const leg of fillsBefore(chain[0]!, back, window))
    if ((isSigned || isOneProgram(leg, back)) && chain.every((link) => carries(link, leg, back)))
      fronts.push({ leg, kind: 'token_transfer' });
}

/** Legs of the opposite direction in `back`'s pool that filled a link's source account before the link. */
function fillsBefore<S extends Swap>(link: TokenLink, back: Leg<S>, window: Window<S>): Leg<S>[] {
  const { lists } = window;
  const legs: Leg<S>[] = [];
  let row = lists.latest(link.fromOwner ?? link.authority, back.pool.id);
  for (let read = 0; row !== 0 && read < LEGS_READ; row = lists.earlier(row), read += 1) {
    const leg = window.legOf(row);
    if (leg.direction === back.direction || leg.swap.destination.account !== link.fromAccount) continue;
    if (compareInstructions(leg.swap, link) < 0) legs.push(leg);
  }
  return legs;
}

/**
 * L2: the account's owner, before or after the handover, signed one of the two swaps, or both ran in one private
 * program.
 */
function isOneEntity<S extends Swap>(front: Leg<S>, back: Leg<S>): boolean {
  const owners = [front.swap.destination.owner, back.swap.source.owner];
  const signers = [...front.swap.signers, ...back.swap.signers];
  return signers.some((signer) => owners.includes(signer)) || isOneProgram(front, back);
}

/** Whether one private program called both swaps. */
function isOneProgram<S extends Swap>({ swap: front }: Leg<S>, { swap: back }: Leg<S>): boolean {
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
