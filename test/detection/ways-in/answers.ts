import { isDeepStrictEqual } from 'node:util';
import type { ChainBlock } from './corpus.js';
import {
  type ExpectedLeg,
  type ExpectedSandwich,
  type PlacedTransaction,
  sandwichesByVictim,
  transactionsOf,
  txKey,
  WINDOW,
} from './expected.js';

export type Verdict = 'sandwiched' | 'not_sandwiched' | 'unknown';

const MOST_TEXT = 600;

/** Content of an answer, in the words of this test. */
interface Said {
  found: boolean;
  sandwichDetected: boolean;
  verdict: Verdict;
  /** Slots of the window of which not everything is stored. */
  lacking: readonly number[];
  /** Null: the answer has no coverage. */
  undetected: readonly number[] | null;
  incidents: readonly SaidIncident[];
}

interface SaidIncident {
  slot: number;
  blockIndex: number;
  signature: string;
  attacker: string;
  type: 'sandwich_frontrun' | 'sandwich_backrun';
  pool: string;
  success: boolean;
  /** Null where the block of the leg or of the asked transaction has no entries: then there is no tick to compare. */
  ticks: { tick: string; offset: string } | null;
  sandwich: Record<string, string | number | null>;
}

/** The fields of a result of the fast check that are compared. */
export interface SandwichCheck {
  signature: string;
  found: boolean;
  sandwich_detected: boolean;
  verdict: Verdict;
  coverage: {
    missing_slots: number[];
    incomplete_slots: number[];
    undetected_slots: number[];
  } | null;
  incidents: Incident[];
}

interface Incident {
  attacker_signer: string;
  attacker_signature: string;
  slot: number;
  block_index: number;
  poh_tick: string;
  poh_tick_offset: string;
  interaction_type: 'sandwich_frontrun' | 'sandwich_backrun';
  pool_address: string;
  success: boolean;
  sandwich: Evidence;
}

type Evidence = Record<string, string | number | boolean | null | readonly string[]>;

export interface Stored {
  /** In slot order. */
  blocks: readonly ChainBlock[];
  /** Slots whose entries are stored. */
  withEntries: ReadonlySet<number>;
}

/** Expected answers of the API about every transaction of some stored blocks. */
export class ExpectedAnswers {
  readonly #stored: Stored;
  readonly #slots: ReadonlySet<number>;
  readonly #byTxKey: ReadonlyMap<string, PlacedTransaction>;
  readonly #bySignature: ReadonlyMap<string, PlacedTransaction>;
  readonly #byVictim: ReadonlyMap<string, readonly ExpectedSandwich[]>;
  /** Every transaction that a counted sandwich names as its victim. */
  readonly victims: readonly string[];
  /** Trades that are not victims: honest ones, attackers' own, and victims of suspected sandwiches only. */
  readonly others: readonly string[];

  constructor(stored: Stored, sandwiches: readonly ExpectedSandwich[]) {
    this.#stored = stored;
    this.#slots = new Set(stored.blocks.map(({ slot }) => slot));
    const transactions = transactionsOf(stored.blocks);
    this.#byTxKey = new Map(transactions.map((tx) => [txKey(placed(tx)), tx]));
    this.#bySignature = new Map(transactions.map((tx) => [tx.signatures[0]!, tx]));
    this.#byVictim = sandwichesByVictim(sandwiches);
    const signatureAt = (key: string): string => this.#byTxKey.get(key)!.signatures[0]!;
    this.victims = [...this.#byVictim.keys()].map(signatureAt);
    const lookAlikes = sandwiches
      .filter(({ isCounted }) => !isCounted)
      .flatMap(({ found }) => found.victims.map(({ swap }) => signatureAt(txKey(swap))));
    const traders = transactions.filter(({ success, swaps }) => success && swaps !== undefined);
    const isVictim = new Set(this.victims);
    const sampleOf = (signatures: readonly string[], size: number): string[] => {
      const honest = [...new Set(signatures)].filter((signature) => !isVictim.has(signature));
      const every = Math.max(1, Math.floor(honest.length / size));
      return honest.filter((_, at) => at % every === 0);
    };
    const sampled = [
      ...sampleOf(lookAlikes, 30),
      ...sampleOf(
        traders.map(({ signatures }) => signatures[0]!),
        40,
      ),
    ];
    this.others = [...new Set(sampled)];
  }

  /** Victims of sandwiches in one slot: their verdict does not depend on what else is stored. */
  lastingVictims(): string[] {
    return [...this.#byVictim]
      .filter(([, sandwiches]) =>
        sandwiches.some(({ now: { basis, confidence } }) => basis === 'same_slot' && confidence === 'exact'),
      )
      .map(([key]) => this.#byTxKey.get(key)!.signatures[0]!);
  }

  /** Null: the answer says what it should. Else what is wrong with it. */
  problemOf(answer: SandwichCheck): string | null {
    const tx = this.#bySignature.get(answer.signature)!;
    const [expected, said] = [this.#expected(tx), this.#said(answer, tx)];
    const names = Object.keys(expected) as (keyof Said)[];
    const wrong = names.filter((name) => !isDeepStrictEqual(expected[name], said[name]));
    if (wrong.length === 0) return null;
    const text = (value: unknown): string => JSON.stringify(value).slice(0, MOST_TEXT);
    return wrong
      .map(
        (name) => `${answer.signature}: ${name}: expected ${text(expected[name])}, not ${text(said[name])}`,
      )
      .join('\n');
  }

  #expected(tx: PlacedTransaction): Said {
    const sandwiches = this.#byVictim.get(txKey(placed(tx))) ?? [];
    const incidents = sandwiches.flatMap((sandwich) => this.#incidents(tx, sandwich));
    const lacking = this.#lackingAround(tx.slot);
    const verdict = incidents.length > 0 ? 'sandwiched' : lacking.length > 0 ? 'unknown' : 'not_sandwiched';
    return {
      found: true,
      sandwichDetected: incidents.length > 0,
      verdict,
      lacking,
      undetected: [],
      incidents: sorted(incidents),
    };
  }

  #said(
    { found, sandwich_detected, verdict, coverage, incidents }: SandwichCheck,
    tx: PlacedTransaction,
  ): Said {
    const lacking = [...(coverage?.missing_slots ?? []), ...(coverage?.incomplete_slots ?? [])];
    return {
      found,
      sandwichDetected: sandwich_detected,
      verdict,
      lacking: lacking.sort((left, right) => left - right),
      undetected: coverage?.undetected_slots ?? null,
      incidents: sorted(
        incidents.map((incident) => ({
          slot: incident.slot,
          blockIndex: incident.block_index,
          signature: incident.attacker_signature,
          attacker: incident.attacker_signer,
          type: incident.interaction_type,
          pool: incident.pool_address,
          success: incident.success,
          ticks: this.#hasTicks(incident.slot, tx.slot)
            ? { tick: incident.poh_tick, offset: incident.poh_tick_offset }
            : null,
          sandwich: evidenceOf(incident),
        })),
      ),
    };
  }

  /** Each leg once a transaction, and the attempts around the asked transaction. */
  #incidents(tx: PlacedTransaction, { now: found, legs }: ExpectedSandwich): SaidIncident[] {
    const own = legs.find((leg) => leg.role === 'victim' && txKey(leg) === txKey(placed(tx)))!;
    const attacks = legs.filter(({ role, slot }) => role !== 'victim' && Math.abs(slot - tx.slot) <= WINDOW);
    const once = new Map(attacks.map((leg) => [`${leg.role} ${txKey(leg)}`, leg]));
    return [...once.values()].map((leg) => {
      const attacker = this.#byTxKey.get(txKey(leg))!;
      return {
        slot: leg.slot,
        blockIndex: leg.blockIndex,
        signature: attacker.signatures[0]!,
        attacker: attacker.signers[0]!,
        type: isFront(leg, tx) ? 'sandwich_frontrun' : 'sandwich_backrun',
        pool: poolOf(leg, found),
        success: !leg.role.endsWith('attempt'),
        ticks: this.#hasTicks(leg.slot, tx.slot)
          ? { tick: String(attacker.poh_tick), offset: String(attacker.poh_tick - tx.poh_tick) }
          : null,
        sandwich: {
          id: found.id,
          confidence: found.confidence,
          confidence_then: found.confidenceThen,
          basis: found.basis,
          link: found.link,
          link_address: found.linkAddress,
          gross: String(found.gross),
          net: found.net === null ? null : String(found.net),
          victim_count: found.victims.length,
          victim_loss: own.told,
          loss_method: own.lossMethod,
          loss_side: own.lossSide,
          slippage_use: own.slippageUse,
          limit_age: own.limitAge,
          intent: found.intent,
          evidence: found.evidence.signs.join(),
          swaps_before: found.evidence.swapsBefore,
          swaps_after: found.evidence.swapsAfter,
          transactions_before: found.evidence.transactionsBefore,
          transactions_after: found.evidence.transactionsAfter,
        },
      };
    });
  }

  #hasTicks(...slots: number[]): boolean {
    return slots.every((slot) => this.#stored.withEntries.has(slot));
  }

  /** Slots of the window that are neither stored nor, by the parent of a stored block, known to be skipped. */
  #lackingAround(slot: number): number[] {
    const lacking: number[] = [];
    for (let at = slot - WINDOW; at <= slot + WINDOW; at += 1) {
      if (this.#slots.has(at)) continue;
      const child = this.#stored.blocks.find((block) => block.slot > at);
      if (child === undefined || child.truth.parent >= at) lacking.push(at);
    }
    return lacking;
  }
}

function placed({ slot, block_index: blockIndex }: PlacedTransaction): { slot: number; blockIndex: number } {
  return { slot, blockIndex };
}

/** A leg is a frontrun or a backrun by what it did; an attempt by its position. */
function isFront({ role, slot, blockIndex }: ExpectedLeg, tx: PlacedTransaction): boolean {
  if (!role.endsWith('attempt')) return role === 'front';
  return slot < tx.slot || (slot === tx.slot && blockIndex < tx.block_index);
}

function poolOf({ role }: ExpectedLeg, { pool, backPool }: ExpectedSandwich['found']): string {
  return role === 'back' ? backPool : pool;
}

function evidenceOf({ sandwich }: Incident): SaidIncident['sandwich'] {
  const named = [
    ...['id', 'confidence', 'confidence_then', 'basis', 'link', 'link_address', 'gross', 'net'],
    ...['victim_count', 'victim_loss', 'loss_method', 'loss_side', 'slippage_use', 'limit_age'],
    ...['intent', 'swaps_before', 'swaps_after', 'transactions_before', 'transactions_after'],
  ];
  const said = named.map((name) => [name, sandwich[name] as string | number | null]);
  return { ...Object.fromEntries(said), evidence: String(sandwich['evidence']) };
}

function sorted(incidents: readonly SaidIncident[]): SaidIncident[] {
  const key = ({ slot, blockIndex, sandwich, type }: SaidIncident): string =>
    [slot, String(blockIndex).padStart(6, '0'), sandwich['id'], type].join(' ');
  return [...incidents].sort((left, right) => (key(left) < key(right) ? -1 : 1));
}
