import type { Swap } from '@tickscope/dex';
import { type Leg, Role } from '../model/leg.js';
import type { LinkKind } from '../model/sandwich.js';
import type { Window } from '../model/window.js';
import type { PayerHistory } from './rule-1-payers.js';
import type { TokenLinks } from './rule-1-token-links.js';

/** An earlier leg of the same entity as a back leg. */
export interface LinkedLeg<S extends Swap> {
  leg: Leg<S>;
  kind: LinkKind;
  address: string;
}

/** An earlier leg of the entity in the back leg's direction. */
export interface Sibling<S extends Swap> {
  leg: Leg<S>;
  /** Whether it has the same signer as the back leg. Otherwise it counts only if a front's tokens reached it too. */
  isOwn: boolean;
}

/** An entity's legs in a pool up to a back leg, latest first. */
export interface LinkedLegs<S extends Swap> {
  fronts: LinkedLeg<S>[];
  siblings: Sibling<S>[];
}

export interface LinkContext<S extends Swap> {
  window: Window<S>;
  links: TokenLinks<S>;
  payers: PayerHistory;
}

/** How many of an address's legs in a pool are examined. */
const LEGS_READ = 64;
const LINKED_KEPT = 16;
const ORDER: readonly LinkKind[] = ['same_signer', 'token_account', 'token_transfer', 'private_program'];

export function strength(kind: LinkKind): number {
  return ORDER.indexOf(kind);
}

/** Rule 1, by pairs: the earlier legs in its pool that are linked to `back`. */
export function linkedLegs<S extends Swap>(back: Leg<S>, context: LinkContext<S>): LinkedLegs<S> {
  const { links, window } = context;
  const rows = window.rowsOf(back);
  const isReached = links.reaches(back.swap);
  if (rows.length === 1 && !isReached) return ofOneAddress(back, back.order, context);
  const fronts = new Map<Leg<S>, LinkedLeg<S>>();
  const siblings = new Map<Leg<S>, Sibling<S>>();
  const take = (linked: LinkedLeg<S>): void => {
    const known = fronts.get(linked.leg);
    if (known === undefined || strength(linked.kind) < strength(known.kind)) fronts.set(linked.leg, linked);
  };
  for (const row of rows) {
    const found = ofOneAddress(back, row, context);
    for (const front of found.fronts) take(front);
    for (const sibling of found.siblings) siblings.set(sibling.leg, sibling);
  }
  if (isReached)
    for (const { leg, kind } of links.frontsOf(back, window))
      take({ leg, kind, address: back.swap.source.account! });
  for (const { leg, kind } of fronts.values()) {
    if (kind === 'same_signer' || kind === 'private_program') continue;
    for (const sibling of leg.linked ?? [])
      if (sibling !== back && !siblings.has(sibling)) siblings.set(sibling, { leg: sibling, isOwn: false });
    leg.linked ??= [];
    if (leg.linked.length < LINKED_KEPT && !leg.linked.includes(back)) leg.linked.push(back);
  }
  return {
    fronts: [...fronts.values()].sort((a, b) => b.leg.order - a.leg.order),
    siblings: [...siblings.values()].sort((a, b) => b.leg.order - a.leg.order),
  };
}

/** A leg, and the role of one address in it. */
interface Part<S extends Swap> {
  leg: Leg<S>;
  key: string;
  roles: number;
}

/** The earlier legs of a row's address in the back leg's pool. */
function ofOneAddress<S extends Swap>(
  back: Leg<S>,
  row: number,
  { window, payers }: LinkContext<S>,
): LinkedLegs<S> {
  const { lists } = window;
  const fronts: LinkedLeg<S>[] = [];
  const siblings: Sibling<S>[] = [];
  const key = lists.key(row);
  const roles = lists.roles(row);
  if (!lists.hasSigned(row) || roles === Role.FILL) return { fronts, siblings };
  const later = { leg: back, key, roles };
  let at = lists.earlier(row);
  for (let read = 0; at !== 0 && read < LEGS_READ; at = lists.earlier(at), read += 1) {
    const earlier = { leg: window.legOf(at), key, roles: lists.roles(at) };
    if (lists.direction(at) === back.direction) {
      if (isOneSigner(earlier, later, payers)) siblings.push({ leg: earlier.leg, isOwn: true });
      continue;
    }
    const kind = linkBetween(earlier, later, payers);
    if (kind !== null) fronts.push({ leg: earlier.leg, kind, address: addressOf(kind, later) });
  }
  return { fronts, siblings };
}

function addressOf<S extends Swap>(kind: LinkKind, { key, leg }: Part<S>): string {
  return kind === 'token_account' ? leg.swap.source.account! : key;
}

/** The link through one address: L1, L2 or L4. */
function linkBetween<S extends Swap>(front: Part<S>, back: Part<S>, payers: PayerHistory): LinkKind | null {
  const { key } = front;
  const isFilled =
    back.leg.swap.source.account !== null &&
    front.leg.swap.destination.account === back.leg.swap.source.account;
  if (front.roles === Role.PROGRAM) return isFilled ? 'token_account' : 'private_program';
  if (isOneSigner(front, back, payers)) return 'same_signer';
  if (!isFilled) return null;
  const frontSigned = front.leg.swap.signers.includes(key);
  const backSigned = back.leg.swap.signers.includes(key);
  const owns = ownsAccount(front, back);
  return owns && (frontSigned || backSigned) ? 'token_account' : null;
}

/** L1. A relayer's payment links nothing, unless the wallet itself signed as authority both times. */
function isOneSigner<S extends Swap>(earlier: Part<S>, later: Part<S>, payers: PayerHistory): boolean {
  const signing = Role.SIGNER | Role.PAYER;
  if ((earlier.roles & signing) === 0 || (later.roles & signing) === 0) return false;
  if ((earlier.roles & later.roles & Role.SIGNER) !== 0) return true;
  return !payers.isRelayer(later.key, later.leg.moment);
}

function ownsAccount<S extends Swap>(front: Part<S>, back: Part<S>): boolean {
  const { key } = front;
  return front.leg.swap.destination.owner === key || back.leg.swap.source.owner === key;
}
