export { type AccountLock, accountKeys, accountLocks, isRequestedWritable } from './account-locks.js';
export { assembleBlock, type BlockParts } from './assemble-block.js';
export { cachedPubkey, fromBase58, pubkeyFromBase58, signatureFromBase58, toBase58 } from './base58.js';
export {
  type Address,
  address,
  type Blockhash,
  blockhashToBase58,
  encodedAddress,
  encodedBlockhash,
  encodedSignature,
  isAddress,
  isSignature,
  type Signature,
  signature,
  signatureToBase58,
} from './base58-text.js';
export type * from './block.js';
export { decompressZstd } from './bounded-zstd.js';
export { keptCallLog, LOG_TRUNCATED, LOGGED_PROGRAMS } from './call-log.js';
export { type RawCarBlock, type RawCarTransaction, readCarBlocks } from './car.js';
export { decodeConfirmedBlock } from './confirmed-block.js';
export { type CsvCell, csvLine, csvTable } from './csv.js';
export { ChainDataError, type ChainDataErrorCode } from './errors.js';
export { parseExactJson } from './exact-json.js';
export { firstIndex } from './first-index.js';
export { type FormatLimits, unusualFormat, V1_LIMITS } from './format-limits.js';
export { parseGetBlock } from './get-block.js';
export {
  decodeGeyserUpdate,
  type GeyserBlock,
  type GeyserBlockMeta,
  type GeyserEntry,
  type GeyserSlot,
  type GeyserUpdate,
} from './geyser.js';
export { addTo, groupBy } from './group-by.js';
export { isJsonParsed } from './json-parsed.js';
export { isObject, type JsonObject, listOf, objectOf } from './json-value.js';
export { keyFingerprint, keyToBase58 } from './key-table.js';
export { uint32At, uint64At } from './little-endian.js';
export { keptLog } from './logged-failure.js';
export { mergeEntries } from './merge-entries.js';
export {
  LaneHasher,
  merkleRoot,
  type PohProof,
  type PohSignatures,
  type PohSlot,
  PohWorkers,
  proveSlot,
} from './poh/index.js';
export { type EntryPosition, transactionPositions } from './positions.js';
export { decodeMeta, decodeRewardsLeader } from './protobuf.js';
export { type Recognized, recognize } from './recognize.js';
export { equalBytes, isReservedKey, keySet, RESERVED_KEYS } from './reserved-keys.js';
export { SlotAssembler, type SlotAssemblerOptions, type SlotOutcome } from './slot-assembler.js';
export {
  countSlots,
  mergeRanges,
  rangeAround,
  rangesOfSlots,
  type SlotRange,
  subtractRanges,
} from './slot-range.js';
export { lastTickHeight, type RawEntry, TICKS_PER_SLOT, tickEntries, tickWithoutEntries } from './ticks.js';
export { JITO_TIP_ACCOUNTS, jitoTipLamports } from './tips/jito-tip.js';
export {
  KNOWN_TIP_ACCOUNTS,
  KNOWN_TIPS,
  type TipAccount,
  TipAccounts,
} from './tips/tip-accounts.js';
export { type TipPayment, tipPayments } from './tips/tip-payments.js';
export { TIP_KINDS, type TipKind } from './tips/tip-services.js';
export {
  decodeTransactionError,
  encodeTransactionError,
  isNotDecodable,
  transactionErrorFromRpc,
} from './transaction-error.js';
export {
  type ComputeBudget,
  computeBudget,
  isPrecompile,
  priorityFeeLamports,
  signerLamportChange,
  signerTokenChanges,
  type TokenChange,
} from './transaction-facts.js';
export { decodeTransactionWire, encodeTransactionWire } from './transaction-wire.js';
export { comparePositions, positionKey, type TxPosition } from './tx-position.js';
export { isSimpleVote } from './vote.js';
export type { WireTransaction } from './wire-transaction.js';
