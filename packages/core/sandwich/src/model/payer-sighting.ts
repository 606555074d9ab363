import type { Moment } from './age.js';

/** A fee payer paid for a transaction that another wallet's authority signed. */
export interface PayerSighting extends Moment {
  payer: string;
  authority: string;
  /** The outer program; '' where the pool's own program was called. */
  program: string;
  mintIn: string;
  mintOut: string;
}
