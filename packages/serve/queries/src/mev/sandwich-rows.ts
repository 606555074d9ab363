import { LOSS_SIDES } from '@tickscope/sandwich';
import { column } from '@tickscope/store';

/** The columns of a leg, in a SELECT list after its sandwich and its role. */
export const LEG_COLUMNS = {
  slot: column.integer,
  blockIndex: column.integer,
  /** Null: the block's entries are not known. */
  pohTick: column.nullable(column.integer),
  /** Base58, like the others. */
  signer: column.text,
  trader: column.text,
  signature: column.signature,
  pool: column.text,
};

/** The columns of a victim's leg, in a SELECT list after its position and its sandwich. */
export const VICTIM_COLUMNS = {
  /** First slot of the sandwich. */
  firstSlot: column.integer,
  lastSlot: column.integer,
  /** Decimal, in the smallest unit: what it paid, and what it received. */
  traderIn: column.text,
  traderOut: column.text,
  /** Decimal, in the smallest unit of the token that the victim bought. Negative: the victim gained. */
  lossAmount: column.nullable(column.text),
  lossMethod: column.nullable(column.text),
  lossSide: column.nullable(column.oneOf(...LOSS_SIDES)),
  slippageUse: column.nullable(column.float),
  limitAge: column.nullable(column.oneOf('before', 'unclear', 'after')),
};
