import type { ProtoWriter } from '../chain/proto-writer.js';
import type { CompiledTransaction, TokenAmount } from './compile-transaction.js';

/**
 * The fields of `SubscribeUpdateTransactionInfo` (geyser.proto) and of the messages inside it
 * (solana-storage.proto), in the order of their declaration. A comment names the field each tag stands for.
 */
export function writeTransactionInfo(writer: ProtoWriter, tx: CompiledTransaction, blockIndex: number): void {
  writer.bytesField(0x0a, tx.signatures[0]!); // signature
  writer.optionalBoolField(0x10, tx.plan.isVote); // is_vote
  const transaction = writer.open(0x1a); // transaction
  for (const signature of tx.signatures) writer.bytesField(0x0a, signature); // signatures
  const message = writer.open(0x12); // message
  writeMessage(writer, tx);
  writer.close(message);
  writer.close(transaction);
  const meta = writer.open(0x22); // meta
  writeMeta(writer, tx);
  writer.close(meta);
  writer.optionalVarintField(0x28, blockIndex); // index
}

function writeMessage(writer: ProtoWriter, tx: CompiledTransaction): void {
  const { plan, keys, staticCount } = tx;
  const header = writer.open(0x0a); // header
  writer.optionalVarintField(0x08, tx.signerCount); // num_required_signatures
  writer.optionalVarintField(0x10, tx.readonlySignerCount); // num_readonly_signed_accounts
  writer.optionalVarintField(0x18, tx.readonlyUnsignedCount); // num_readonly_unsigned_accounts
  writer.close(header);
  for (let index = 0; index < staticCount; index += 1) writer.bytesField(0x12, keys[index]!.key); // account_keys
  writer.bytesField(0x1a, tx.recentBlockhash); // recent_blockhash
  for (const instruction of tx.instructions) {
    const start = writer.open(0x22); // instructions
    writer.optionalVarintField(0x08, instruction.programIndex); // program_id_index
    writer.optionalBytesField(0x12, instruction.accounts); // accounts
    writer.optionalBytesField(0x1a, instruction.data); // data
    writer.close(start);
  }
  writer.optionalBoolField(0x28, plan.version !== 'legacy'); // versioned
  for (const lookup of tx.lookups) {
    const start = writer.open(0x32); // address_table_lookups
    writer.bytesField(0x0a, lookup.table.account.key); // account_key
    writer.optionalBytesField(0x12, lookup.writable); // writable_indexes
    writer.optionalBytesField(0x1a, lookup.readonly); // readonly_indexes
    writer.close(start);
  }
  if (plan.version === 1) {
    const config = writer.open(0x3a); // config
    if (plan.computeUnitPrice !== null) writer.varintField(0x08, tx.priorityFeeLamports); // priority_fee
    if (plan.computeUnitLimit !== null) writer.varintField(0x10, plan.computeUnitLimit); // compute_unit_limit
    writer.close(config);
  }
}

function writeMeta(writer: ProtoWriter, tx: CompiledTransaction): void {
  const { plan, keys, staticCount, loadedWritableCount } = tx;
  if (tx.error !== null) {
    const error = writer.open(0x0a); // err
    writer.bytesField(0x0a, tx.error.bytes); // err
    writer.close(error);
  }
  writer.optionalVarintField(0x10, tx.feeLamports); // fee
  writePacked(writer, 0x1a, tx.preLamports); // pre_balances
  writePacked(writer, 0x22, tx.postLamports); // post_balances
  for (const { index, instructions } of tx.inner) {
    const start = writer.open(0x2a); // inner_instructions
    writer.optionalVarintField(0x08, index); // index
    for (const instruction of instructions) {
      const inner = writer.open(0x12); // instructions
      writer.optionalVarintField(0x08, instruction.programIndex); // program_id_index
      writer.optionalBytesField(0x12, instruction.accounts); // accounts
      writer.optionalBytesField(0x1a, instruction.data); // data
      writer.varintField(0x20, instruction.stackHeight); // stack_height
      writer.close(inner);
    }
    writer.close(start);
  }
  writer.raw(plan.logs); // log_messages
  if (plan.logs.length === 0) writer.varintField(0x58, 1); // log_messages_none
  writeTokens(writer, 0x3a, tx.preTokens); // pre_token_balances
  writeTokens(writer, 0x42, tx.postTokens); // post_token_balances
  const loadedStart = staticCount + loadedWritableCount;
  for (let index = staticCount; index < loadedStart; index += 1) writer.bytesField(0x62, keys[index]!.key); // loaded_writable_addresses
  for (let index = loadedStart; index < keys.length; index += 1) writer.bytesField(0x6a, keys[index]!.key); // loaded_readonly_addresses
  writer.varintField(0x78, 1); // return_data_none
  writer.varintField(0x80, plan.computeUnits); // compute_units_consumed
  writer.varintField(0x88, tx.costUnits); // cost_units
}

function writePacked(writer: ProtoWriter, tag: number, values: readonly number[]): void {
  const start = writer.open(tag);
  for (const value of values) writer.varint(value);
  writer.close(start);
}

function writeTokens(writer: ProtoWriter, tag: number, balances: readonly TokenAmount[]): void {
  for (const { keyIndex, holding, amount } of balances) {
    const { mint, encoded } = holding;
    const uiText = decimalText(amount, mint.decimals);
    const start = writer.open(tag);
    writer.optionalVarintField(0x08, keyIndex); // account_index
    writer.raw(encoded.mint); // mint
    const ui = writer.open(0x1a); // ui_token_amount
    if (amount !== 0n) writer.doubleField(0x09, Number(uiText)); // ui_amount
    writer.optionalVarintField(0x10, mint.decimals); // decimals
    writer.asciiField(0x1a, amount.toString()); // amount
    writer.asciiField(0x22, uiText); // ui_amount_string
    writer.close(ui);
    writer.raw(encoded.ownerAndProgram); // owner, program_id
    writer.close(start);
  }
}

/** `1500000n` with 6 decimals is `1.5`: no trailing zeros, as nodes print `uiAmountString`. */
export function decimalText(amount: bigint, decimals: number): string {
  const digits = amount.toString();
  if (decimals === 0) return digits;
  const padded = digits.length > decimals ? digits : digits.padStart(decimals + 1, '0');
  const point = padded.length - decimals;
  let end = padded.length;
  while (end > point && padded.charCodeAt(end - 1) === ZERO) end -= 1;
  return end === point ? padded.slice(0, point) : `${padded.slice(0, point)}.${padded.slice(point, end)}`;
}

const ZERO = 48;
