import { readSlot } from '@tickscope/queries/blocks';
import { type AnswerOf, defineOperation } from '../../define-operation.js';

const LIMIT = 1_000;

/** `GET /slots/{slot}`: a slot with its block, or the reason why it has no block. */
export const getSlot = defineOperation('getSlot', {
  isOurs: true,
  async answer({ pathParameters, queryParameters, database, context }): Promise<AnswerOf<'getSlot'>> {
    const { limit, from_index: fromIndex, votes } = queryParameters;
    const asked = {
      limit: limit === undefined ? LIMIT : Number(limit),
      fromIndex: fromIndex === undefined ? 0 : Number(fromIndex),
      withVotes: votes !== 'false',
    };
    const slot = Number(pathParameters.slot);
    return { success: true, data: present(await readSlot(database, slot, asked, context)) };
  },
});

function present(found: Awaited<ReturnType<typeof readSlot>>): AnswerOf<'getSlot'>['data'] {
  const { slot, state, reason, leader, client, block } = found;
  return {
    slot,
    head_slot: found.headSlot,
    state,
    reason,
    is_detected: found.isDetected,
    leader,
    validator_name: found.name,
    client,
    client_version: found.version,
    block: block && {
      blockhash: block.blockhash,
      parent_slot: block.parentSlot,
      parent_blockhash: block.parentBlockhash,
      block_height: block.blockHeight,
      block_time: block.blockTime,
      transaction_count: block.transactionCount,
      vote_count: block.voteCount,
      failed_count: block.failedCount,
      entry_count: block.entryCount,
      tick_count: block.tickCount,
      num_hashes: block.numHashes,
    },
    entries: found.entries.map((entry) => ({
      entry_index: entry.entryIndex,
      poh_tick: entry.pohTick,
      is_tick: entry.isTick,
      num_hashes: entry.numHashes,
      hash: entry.hash,
      transaction_count: entry.transactionCount,
      first_block_index: entry.startIndex,
    })),
    transactions: found.transactions.map((tx) => ({
      signature: tx.signature,
      signer: tx.signer,
      block_index: tx.blockIndex,
      entry_index: tx.entryIndex,
      tx_index: tx.txIndex,
      poh_tick: tx.pohTick,
      is_vote: tx.isVote,
      success: tx.success,
      error: tx.error,
      fee: tx.fee,
      priority_fee: tx.priorityFee,
      jito_tip: tx.jitoTip,
      compute_units: tx.computeUnits,
      compute_unit_limit: tx.computeUnitLimit,
      compute_unit_price: tx.computeUnitPrice,
      cost_units: tx.costUnits,
      dexes: tx.dexes,
      roles: tx.roles,
    })),
    next_index: found.nextIndex,
  };
}
