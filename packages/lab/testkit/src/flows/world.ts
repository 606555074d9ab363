import { JITO_TIP_ACCOUNTS } from '@tickscope/chain';
import type { InstructionPosition, Swap, Tip, TokenLink, TransactionCost } from '@tickscope/dex';
import type { BlockTrades } from '@tickscope/sandwich';
import { tokenAccount } from './address.js';
import { fillExactIn } from './fill.js';
import { Ledger } from './ledger.js';
import { type FlowPool, SOL } from './pool.js';
import type { Random } from './random.js';
import type { Cost, SwapAction, TransactionPlan, TransferAction } from './transaction.js';

/** A scheduled step: its position within the slot, from 0 to 1, and its action. */
interface Scheduled {
  order: number;
  run: () => void;
}

interface OpenBlock {
  swaps: Swap[];
  attempts: never[];
  poolEvents: never[];
  tokenLinks: TokenLink[];
  tips: Tip[];
}

const BASE_FEE = 5_000n;
const SLOT_SECONDS = 0.4;
const FIRST_BLOCK_TIME = 1_760_000_000;

/**
 * The simulated chain: slots, pools with true reserves, and transactions that run one after another. Actors schedule
 * steps; `closeSlot` runs those that are due and returns the block.
 */
export class World {
  readonly random: Random;
  readonly pools: readonly FlowPool[];
  slot: number;
  readonly #ledger = new Ledger();
  readonly #due = new Map<number, Scheduled[]>();
  #block: OpenBlock = emptyBlock();
  #blockIndex = 0;
  /** Index of the running step of the slot. */
  #running: number | null = null;

  constructor(random: Random, pools: readonly FlowPool[], firstSlot: number) {
    this.random = random;
    this.pools = pools;
    this.slot = firstSlot;
  }

  /** Schedules a step in this slot or a later one. In a running slot, it is inserted among the remaining steps. */
  at(slot: number, order: number, run: () => void): void {
    const due = this.#due.get(slot);
    if (due === undefined) this.#due.set(slot, [{ order, run }]);
    else if (slot !== this.slot || this.#running === null) due.push({ order, run });
    else {
      const later = due.findIndex((other, index) => index > this.#running! && other.order > order);
      due.splice(later === -1 ? due.length : later, 0, { order, run });
    }
  }

  /** Number of steps due in this slot. */
  get dueNow(): number {
    return this.#due.get(this.slot)?.length ?? 0;
  }

  closeSlot(): BlockTrades {
    const due = this.#due.get(this.slot) ?? [];
    this.#due.set(this.slot, due);
    due.sort((a, b) => a.order - b.order);
    for (let index = 0; index < due.length; index += 1) {
      this.#running = index;
      due[index]!.run();
    }
    this.#running = null;
    this.#due.delete(this.slot);
    const block = {
      slot: this.slot,
      blockTime: FIRST_BLOCK_TIME + Math.floor(this.slot * SLOT_SECONDS),
      ...this.#block,
    };
    this.slot += 1;
    this.#blockIndex = 0;
    this.#block = emptyBlock();
    this.#ledger.forgetIfLarge();
    return block;
  }

  /** Sends a successful transaction. Returns its swaps. */
  send(plan: TransactionPlan): Swap[] {
    const { signers, cost } = this.#begin(plan);
    const swaps: Swap[] = [];
    plan.actions.forEach((action, index) => {
      const position = this.#position(plan, index);
      if (action.do === 'swap') swaps.push(this.#swap(plan, action, position, signers, cost));
      else this.#transfer(plan, action, position);
    });
    for (const swap of swaps) {
      swap.source.balanceAfter = this.#ledger.balance(swap.source.account!);
      swap.destination.balanceAfter = this.#ledger.balance(swap.destination.account!);
      this.#block.swaps.push(swap);
    }
    const { feeLamports, jitoTipLamports: lamports } = cost;
    if (lamports !== null && lamports > 0n)
      this.#block.tips.push({
        ...{ slot: this.slot, blockIndex: this.#blockIndex, feePayer: plan.wallet, feeLamports, lamports },
        ...{ service: 'Jito', account: JITO_TIP_ACCOUNTS[0]!, isAlone: swaps.length === 0 },
      });
    return swaps;
  }

  #begin(plan: TransactionPlan): { signers: string[]; cost: TransactionCost } {
    // Leaves room for votes and other non-trades.
    this.#blockIndex += this.random.whole(1, 4);
    return { signers: [plan.wallet], cost: paid(plan.cost) };
  }

  #position(plan: TransactionPlan, index: number): InstructionPosition {
    // Two compute budget instructions come first. With an outer program, swaps are inner calls, with transfers in
    // between.
    const outer = plan.outer !== undefined;
    return {
      slot: this.slot,
      blockIndex: this.#blockIndex,
      outerIndex: outer ? 2 : 2 + index,
      innerIndex: outer ? 3 * index : null,
      partIndex: 0,
    };
  }

  #swap(
    plan: TransactionPlan,
    action: SwapAction,
    position: InstructionPosition,
    signers: string[],
    cost: TransactionCost,
  ): Swap {
    const { pool, side } = action;
    const { program } = pool;
    const authority = action.authority ?? plan.wallet;
    const authoritySigned = signers.includes(authority);
    const { mintIn, mintOut } = mintsOf(action);
    const account = (mint: string) => ({ account: tokenAccount(authority, mint), owner: authority });
    const source = action.source ?? account(mintIn);
    const destination = action.destination ?? account(mintOut);
    const fill = fillExactIn(program.pricing, pool, side, action.amountIn);
    this.#ledger.endow(source.account, fill.traderIn);
    const sourceBefore = this.#ledger.balance(source.account);
    const destinationBefore = this.#ledger.balance(destination.account);
    this.#ledger.take(source.account, fill.traderIn);
    this.#ledger.give(destination.account, fill.traderOut);
    pool.base = fill.base;
    pool.quote = fill.quote;
    // Assigns every field by name, because spreading objects is slow.
    const swap: Swap = {
      slot: position.slot,
      blockIndex: position.blockIndex,
      outerIndex: position.outerIndex,
      innerIndex: position.innerIndex,
      partIndex: position.partIndex,
      feePayer: plan.wallet,
      signers,
      feeLamports: cost.feeLamports,
      priorityFeeLamports: cost.priorityFeeLamports,
      computeUnitPrice: cost.computeUnitPrice,
      jitoTipLamports: cost.jitoTipLamports,
      programId: program.programId,
      dexName: program.dexName,
      poolKind: program.poolKind,
      pool: pool.address,
      mintIn,
      mintOut,
      poolIn: fill.poolIn,
      poolOut: fill.poolOut,
      vaultIn: side === 'buy' ? pool.quoteVault : pool.baseVault,
      vaultOut: side === 'buy' ? pool.baseVault : pool.quoteVault,
      traderIn: fill.traderIn,
      traderOut: fill.traderOut,
      trader: authoritySigned ? authority : plan.wallet,
      authority,
      authoritySigned,
      source: {
        account: source.account,
        owner: source.owner,
        balanceBefore: sourceBefore,
        balanceAfter: null,
      },
      destination: {
        account: destination.account,
        owner: destination.owner,
        balanceBefore: destinationBefore,
        balanceAfter: null,
      },
      outerProgramId: plan.outer ?? program.programId,
      limit: null,
      routeLimit: null,
      priceMove: null,
      inferred: false,
    };
    return swap;
  }

  #transfer(plan: TransactionPlan, action: TransferAction, position: InstructionPosition): void {
    this.#ledger.endow(action.from.account, action.amount);
    this.#ledger.take(action.from.account, action.amount);
    this.#ledger.give(action.to.account, action.amount);
    this.#block.tokenLinks.push({
      ...position,
      kind: action.do,
      mint: action.mint,
      fromAccount: action.from.account,
      fromOwner: action.from.owner,
      toAccount: action.to.account,
      toOwner: action.to.owner,
      amount: action.amount,
      authority: action.from.owner,
      authoritySigned: action.from.owner === plan.wallet,
    });
  }
}

function emptyBlock(): OpenBlock {
  return { swaps: [], attempts: [], poolEvents: [], tokenLinks: [], tips: [] };
}

function paid(cost: Cost): TransactionCost {
  return {
    feeLamports: BASE_FEE + cost.priorityLamports,
    priorityFeeLamports: cost.priorityLamports,
    computeUnitPrice: cost.computeUnitPrice,
    jitoTipLamports: cost.tipLamports,
  };
}

export function mintsOf({ pool, side }: Pick<SwapAction, 'pool' | 'side'>): {
  mintIn: string;
  mintOut: string;
} {
  return side === 'buy' ? { mintIn: SOL, mintOut: pool.baseMint } : { mintIn: pool.baseMint, mintOut: SOL };
}
