import { equalBytes } from '@tickscope/chain';

/**
 * Pump.fun's trade event, which the program sends to itself: Anchor's event tag, the event's tag, then the fields. The
 * curve pays sellers by moving lamports directly, so this is the only exact record of a sale.
 *
 * Source: pump-fun/pump-public-docs `idl/pump.json`, event `TradeEvent`. Fields were appended over time, so an old
 * record ends early.
 */
export interface PumpTradeEvent {
  mint: Uint8Array;
  /** Lamports that the curve gained or lost. */
  solAmount: bigint;
  isBuy: boolean;
  /**
   * All fees beside `solAmount`: protocol (buyback included), creator, cashback. Null if the record is too old to
   * contain them.
   */
  feesLamports: bigint | null;
}

const EVENT_TAG = Buffer.from('e445a52e51cb9a1dbddb7fd34ee661ee', 'hex');
const MINT_AT = 16;
const SOL_AMOUNT_AT = MINT_AT + 32;
const IS_BUY_AT = SOL_AMOUNT_AT + 16;
const FEE_AT = IS_BUY_AT + 1 + 32 + 5 * 8 + 32 + 8;
const CREATOR_FEE_AT = FEE_AT + 8 + 32 + 8;
/**
 * After the creator fee: a flag for volume tracking, three counters and a time. Then a text, and the fields after it.
 */
const NAME_LENGTH_AT = CREATOR_FEE_AT + 8 + 1 + 4 * 8;
/** From the text's end: mayhem flag, cashback rate, then the cashback. */
const CASHBACK_AFTER_NAME = 1 + 8;

/** Null if the data is not such an event. */
export function readPumpTradeEvent(data: Uint8Array): PumpTradeEvent | null {
  if (data.length <= IS_BUY_AT || !equalBytes(data.subarray(0, MINT_AT), EVENT_TAG)) return null;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const u64 = (at: number): bigint | null => (at + 8 <= data.length ? view.getBigUint64(at, true) : null);
  const fee = u64(FEE_AT);
  let cashback = 0n;
  if (NAME_LENGTH_AT + 4 <= data.length) {
    const nameEnd = NAME_LENGTH_AT + 4 + view.getUint32(NAME_LENGTH_AT, true);
    cashback = u64(nameEnd + CASHBACK_AFTER_NAME) ?? 0n;
  }
  return {
    mint: data.subarray(MINT_AT, MINT_AT + 32),
    solAmount: view.getBigUint64(SOL_AMOUNT_AT, true),
    isBuy: data[IS_BUY_AT] !== 0,
    feesLamports: fee === null ? null : fee + (u64(CREATOR_FEE_AT) ?? 0n) + cashback,
  };
}
