import { type Curve, type Filled, feesOf, withoutFees } from '../curve.js';

/** `Global` of the program: what every new curve begins with. */
export const PUMP_INITIAL = {
  virtualSol: 30_000_000_000n,
  virtualTokens: 1_073_000_000_000_000n,
  realTokens: 793_100_000_000_000n,
  supply: 1_000_000_000_000_000n,
} as const;

export const PUMP_FUN_FEES = { protocol: 95n, creator: 30n, liquidity: 0n } as const;

export interface PumpFunState {
  virtualSol: bigint;
  virtualTokens: bigint;
  realSol: bigint;
  realTokens: bigint;
}

/**
 * Pump.fun's bonding curve: x × y = k over virtual reserves, fees beside it. The curve's lamports are `realSol`
 * and its rent.
 *
 * Source: pump-fun/pump-public-docs `docs/PUMP_PROGRAM_README.md`, `idl/pump.json` (`buy`, `buy_exact_sol_in`,
 * `sell`).
 */
export class PumpFunCurve implements Curve {
  readonly state: PumpFunState;

  constructor(state: PumpFunState) {
    this.state = state;
  }

  get baseReserve(): bigint {
    return this.state.virtualTokens;
  }

  get quoteReserve(): bigint {
    return this.state.virtualSol;
  }

  exactIn(isBuy: boolean, amountIn: bigint): Filled | null {
    return isBuy ? this.#buyFor(amountIn) : this.#sell(amountIn);
  }

  exactOut(tokens: bigint): Filled | null {
    const { virtualSol, virtualTokens } = this.state;
    if (tokens <= 0n || tokens >= virtualTokens) return null;
    return this.#bought((tokens * virtualSol) / (virtualTokens - tokens) + 1n, tokens);
  }

  #buyFor(amountIn: bigint): Filled | null {
    const { virtualSol, virtualTokens } = this.state;
    const sol = withoutFees(amountIn, PUMP_FUN_FEES);
    if (sol <= 1n) return null;
    return this.#bought(sol, ((sol - 1n) * virtualTokens) / (virtualSol + sol - 1n));
  }

  #bought(sol: bigint, tokens: bigint): Filled | null {
    if (sol <= 0n || tokens <= 0n || tokens > this.state.realTokens) return null;
    const fees = feesOf(sol, PUMP_FUN_FEES);
    const traderIn = sol + fees.protocolFee + fees.creatorFee;
    return {
      fill: { isBuy: true, poolIn: sol, poolOut: tokens, traderIn, traderOut: tokens, ...fees },
      next: this.#moved(sol, -tokens),
    };
  }

  #sell(tokens: bigint): Filled | null {
    const { virtualSol, virtualTokens, realSol } = this.state;
    const sol = (tokens * virtualSol) / (virtualTokens + tokens);
    const fees = feesOf(sol, PUMP_FUN_FEES);
    const traderOut = sol - fees.protocolFee - fees.creatorFee;
    if (traderOut <= 0n || sol > realSol) return null;
    return {
      fill: { isBuy: false, poolIn: tokens, poolOut: sol, traderIn: tokens, traderOut, ...fees },
      next: this.#moved(-sol, tokens),
    };
  }

  #moved(sol: bigint, tokens: bigint): PumpFunCurve {
    const { virtualSol, virtualTokens, realSol, realTokens } = this.state;
    return new PumpFunCurve({
      virtualSol: virtualSol + sol,
      virtualTokens: virtualTokens + tokens,
      realSol: realSol + sol,
      realTokens: realTokens + tokens,
    });
  }
}
