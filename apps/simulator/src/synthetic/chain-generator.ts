import bs58 from 'bs58';
import type { StoredBlock } from '../chain/chain.js';
import { type AbandonedBankPlan, abandonedBank, bankIdOf } from './abandoned-bank.js';
import { arrivalOrder } from './arrival.js';
import { type CompiledTransaction, compileTransaction } from './compile-transaction.js';
import { createDexFlow, type DexFlow } from './dex/dex-flow.js';
import type { Market } from './dex/market.js';
import type { SandwichLabel } from './dex/sandwich/label.js';
import { encodeBlock, type GeneratedBlock } from './encode-block.js';
import {
  entrySizes,
  hashesPerTickFor,
  type PlannedEntry,
  placeAlpenglowEntries,
  placeEntries,
} from './entry-plan.js';
import { type HashedEntry, hashEntries } from './hash-entries.js';
import { DEFAULT_KINDS } from './kinds/index.js';
import type { PlanContext, Scenario, ScheduledTransaction, TransactionKind } from './kinds/kind.js';
import { kindWeights } from './kinds/kind-weights.js';
import { towerSyncData, votePlan } from './kinds/vote.js';
import { wideV1Plan } from './kinds/wide-v1.js';
import { SLOTS_PER_LEADER, type Validator } from './leaders.js';
import { type ConsensusModel, consensusAt, type GeneratorOptions, generatorOptions } from './options.js';
import type { TransactionPlan } from './plan.js';
import { Random, weightedSampler } from './random.js';
import { createWorld, type World } from './world.js';

export interface GeneratedSlot {
  slot: number;
  leader: Validator;
  model: ConsensusModel;
  /** Null if skipped. */
  generated: GeneratedBlock | null;
  stored: StoredBlock | null;
  /** Planted sandwiches whose last leg is in this slot. */
  labels: SandwichLabel[];
}

export interface GeneratorExtensions {
  kinds?: readonly TransactionKind[];
  scenarios?: readonly Scenario[];
  /** Scenarios that trade on the chain's DEXs. */
  dexScenarios?: readonly ((market: Market) => Scenario)[];
}

/** Number of recent blockhashes that a transaction may use. */
const RECENT_BLOCKHASHES = 30;

/** Generates a chain slot by slot, each determined by the seed, the options and the previous slots. */
export class ChainGenerator {
  readonly options: GeneratorOptions;
  readonly world: World;
  readonly hashesPerTick: number;
  readonly #kinds: readonly TransactionKind[];
  readonly #scenarios: readonly Scenario[];
  readonly #dex: DexFlow | null;
  readonly #drawKind: (random: Random) => number;
  readonly #recentBlockhashes: Buffer[];
  #nextSlot: number;
  #parentSlot: number;
  #blockHeight: number;

  constructor(options: Partial<GeneratorOptions> = {}, extensions: GeneratorExtensions = {}) {
    this.options = generatorOptions(options);
    this.world = createWorld(this.options);
    this.#kinds = extensions.kinds ?? DEFAULT_KINDS;
    const { dexShare, sandwichesPerSlot } = this.options;
    const { scenarios = [], dexScenarios = [] } = extensions;
    this.#dex =
      dexShare > 0 || sandwichesPerSlot > 0 || dexScenarios.length > 0
        ? createDexFlow(this.world, this.options)
        : null;
    const { market } = this;
    this.#scenarios = [
      ...scenarios,
      ...(this.#dex?.scenarios ?? []),
      ...(market === null ? [] : dexScenarios.map((create) => create(market))),
    ];
    this.#drawKind = weightedSampler(kindWeights(this.#kinds, this.options.unlistedShare));
    this.hashesPerTick = Math.max(
      this.options.hashesPerTick,
      hashesPerTickFor(mostTransactions(this.options.transactionsPerSlot)),
    );
    const { parent, firstSlot } = this.options;
    this.#recentBlockhashes = [
      parent === null
        ? new Random(`${this.options.seed}/genesis`).bytes(32)
        : Buffer.from(bs58.decode(parent.blockhash)),
    ];
    this.#nextSlot = firstSlot;
    this.#parentSlot = firstSlot - 1;
    this.#blockHeight = parent?.blockHeight ?? firstSlot - Math.floor(firstSlot / 20);
  }

  /** The state that DEX traffic uses; null if there is none. */
  get market(): Market | null {
    return this.#dex?.market ?? null;
  }

  next(): GeneratedSlot {
    const slot = this.#nextSlot;
    this.#nextSlot += 1;
    const leader = this.world.leaderOf(slot);
    const model = consensusAt(this.options, slot);
    if (this.#isSkipped(slot)) return { slot, leader, model, generated: null, stored: null, labels: [] };
    const generated = this.#generateBlock(slot, leader, model);
    const stored = encodeBlock(generated);
    return { slot, leader, model, generated, stored, labels: this.#dex?.takeLabels() ?? [] };
  }

  /**
   * Half of the skipped slots are a leader's whole rotation, the other half single slots. A new chain starts with a
   * block.
   */
  #isSkipped(slot: number): boolean {
    const { seed, skippedShare, firstSlot, parent } = this.options;
    if (skippedShare === 0 || (slot === firstSlot && parent === null)) return false;
    const rotation = Math.floor(slot / SLOTS_PER_LEADER);
    if (new Random(`${seed}/skip-rotation/${rotation}`).chance(skippedShare / 2)) return true;
    return new Random(`${seed}/skip/${slot}`).chance(skippedShare / (2 - skippedShare));
  }

  #generateBlock(slot: number, leader: Validator, model: ConsensusModel): GeneratedBlock {
    const { options } = this;
    const random = new Random(`${options.seed}/slot/${slot}`);
    const parentSlot = this.#parentSlot;
    const parentBlockhash = this.#recentBlockhashes.at(-1)!;
    const blockTime = options.startTime + Math.floor(((slot - options.firstSlot) * options.slotMs) / 1000);
    const transactions = this.#transactions(slot, blockTime, model, random);

    const sizes = entrySizes(transactions.length, leader.entryStyle, random);
    const planned =
      model === 'alpenglow'
        ? placeAlpenglowEntries(sizes)
        : placeEntries(sizes, slot - parentSlot - 1, this.hashesPerTick, random);
    const entries = hashEntries(slot, parentSlot, parentBlockhash, model, planned, transactions);
    this.#claimWrongStarts(entries, random);
    const blockhash = entries.at(-1)!.hash;

    let baseFees = 0;
    let priorityFees = 0;
    for (const tx of transactions) {
      priorityFees += tx.priorityFeeLamports;
      baseFees += tx.feeLamports - tx.priorityFeeLamports;
    }
    // Half of the base fee is burned; the rest and the priority fees are the leader's (SIMD-0096).
    const leaderRewardLamports = baseFees - Math.floor(baseFees / 2) + priorityFees;
    leader.identity.lamports += leaderRewardLamports;
    // Drawn for nothing: without it, the messages of every known seed would arrive in another order.
    random.unit();

    this.#recentBlockhashes.push(blockhash);
    if (this.#recentBlockhashes.length > RECENT_BLOCKHASHES) this.#recentBlockhashes.shift();
    this.#parentSlot = slot;
    this.#blockHeight += 1;
    return {
      slot,
      parentSlot,
      blockhash,
      parentBlockhash,
      blockHeight: this.#blockHeight,
      blockTime,
      leader: leader.identity.text,
      leaderRewardLamports,
      leaderBalanceLamports: leader.identity.lamports,
      entriesCount: entries.length,
      entries,
      transactions,
      ...(options.hasBankIds && { bankId: bankIdOf(slot) }),
      abandoned: this.#abandonedBank(slot, planned, transactions),
      arrival: arrivalOrder(
        entries.map(({ transactionCount }) => transactionCount),
        random,
      ),
    };
  }

  /** Planned and compiled one after the other, so that each transaction sees the effects of the previous ones. */
  #transactions(
    slot: number,
    blockTime: number,
    model: ConsensusModel,
    random: Random,
  ): CompiledTransaction[] {
    const { options, world } = this;
    const context: PlanContext = {
      world,
      random,
      options,
      slot,
      blockTime,
      isSkipped: (later) => this.#isSkipped(later),
    };
    const mean = options.transactionsPerSlot;
    const count = mean === 0 ? 0 : random.between(Math.ceil(mean * 0.75), Math.floor(mean * 1.25));
    const scheduled = this.#scheduled(context);
    const voteData = towerSyncData(this.#parentSlot, this.#recentBlockhashes.at(-1)!, blockTime);
    let voter = random.below(world.validators.length);
    const transactions: CompiledTransaction[] = [];
    const add = (plan: TransactionPlan): void => {
      const recentBlockhash = random.pick(this.#recentBlockhashes);
      const tx = compileTransaction(plan, world, recentBlockhash, random);
      if (plan.swaps !== undefined || plan.placed === null)
        plan.placed = {
          slot,
          blockIndex: transactions.length,
          shift: tx.shift,
          signature: tx.signatures[0]!,
          feeLamports: tx.feeLamports,
          jitoTipLamports: plan.error === null ? plan.jitoTipLamports : 0,
        };
      transactions.push(tx);
    };
    let nextScheduled = 0;
    for (let drawn = 0; drawn <= count; drawn += 1) {
      while (
        nextScheduled < scheduled.length &&
        (drawn === count || scheduled[nextScheduled]!.position * count <= drawn)
      ) {
        add(scheduled[nextScheduled]!.plan(context));
        nextScheduled += 1;
      }
      if (drawn === count) break;
      // On Alpenglow votes are certificates outside the blocks.
      if (model === 'ticked' && random.chance(options.voteShare)) {
        voter = (voter + 1) % world.validators.length;
        add(votePlan(world.validators[voter]!, voteData, context));
      } else if (options.wideShare > 0 && random.chance(options.wideShare)) add(wideV1Plan(context));
      else if (this.#dex !== null && random.chance(options.dexShare)) add(this.#dex.kind.plan(context));
      else add(this.#kinds[this.#drawKind(random)]!.plan(context));
    }
    for (const scenario of this.#scenarios) scenario.afterBlock?.(context);
    return transactions;
  }

  #scheduled(context: PlanContext): ScheduledTransaction[] {
    const scheduled = this.#scenarios.flatMap((scenario) => scenario.schedule(context));
    // Array sorting is stable: transactions at the same position keep their order.
    return scheduled.sort((left, right) => left.position - right.position);
  }

  /** Drawn from a seed of its own: with and without it, the chain is the same. */
  #abandonedBank(
    slot: number,
    planned: readonly PlannedEntry[],
    transactions: readonly CompiledTransaction[],
  ): AbandonedBankPlan | null {
    const { seed, doubleBankShare, hasBankIds } = this.options;
    const random = new Random(`${seed}/abandoned/${slot}`);
    if (doubleBankShare === 0 || !random.chance(doubleBankShare)) return null;
    return {
      ...abandonedBank(slot, planned, transactions, random),
      ...(hasBankIds && { bankId: bankIdOf(slot) - 1 }),
    };
  }

  /** Real servers report 8 for entry 0 in most blocks, and sometimes a stale index for a tick (chain fact 7). */
  #claimWrongStarts(entries: HashedEntry[], random: Random): void {
    if (!random.chance(this.options.wrongStartIndexShare)) return;
    entries[0]!.claimedStartIndex = 8;
    for (const entry of entries)
      if (entry.transactionCount === 0 && random.chance(0.02)) entry.claimedStartIndex = 0;
  }
}

function mostTransactions(mean: number): number {
  return Math.floor(mean * 1.25);
}
