import { type ServerUnaryCall, type sendUnaryData, status } from '@grpc/grpc-js';
import {
  type CommitmentLevel,
  GetBlockHeightRequest,
  GetBlockHeightResponse,
  GetLatestBlockhashRequest,
  GetLatestBlockhashResponse,
  GetSlotRequest,
  GetSlotResponse,
  GetVersionRequest,
  GetVersionResponse,
  IsBlockhashValidRequest,
  IsBlockhashValidResponse,
  PingRequest,
  PongResponse,
  SubscribeReplayInfoRequest,
  SubscribeReplayInfoResponse,
} from '@triton-one/yellowstone-grpc';
import type { StoredBlock } from '../chain/chain.js';
import type { FedChain } from '../chain/fed-chain.js';
import { decodeCommitment } from './filter-values.js';
import { GrpcError, internal } from './grpc-error.js';

/** Blocks that a blockhash is good for (solana-clock `MAX_RECENT_BLOCKHASHES`). */
const MAX_RECENT_BLOCKHASHES = 300;

/** A codec of the Yellowstone package. */
interface Codec<T> {
  encode(message: T): { finish(): Uint8Array };
  decode(bytes: Uint8Array): T;
}

/** Serves a method of geyser.proto. */
export type AddUnary = <Req, Res>(
  name: string,
  request: Codec<Req>,
  response: Codec<Res>,
  respond: (request: Req) => Res,
) => void;

/** The unary methods, with the answers and errors of yellowstone-grpc (`grpc.rs`). */
export function addUnaryMethods(add: AddUnary, chain: FedChain, canReplay: boolean, version: string): void {
  const head = (level: CommitmentLevel | undefined): StoredBlock => {
    const block = chain.head(decodeCommitment(level));
    if (block === null) throw internal('block is not available yet');
    return block;
  };
  const height = (block: StoredBlock): number => {
    if (block.blockHeight === null) throw internal('failed to build response');
    return block.blockHeight;
  };

  add('GetVersion', GetVersionRequest, GetVersionResponse, () => ({ version }));
  add('GetSlot', GetSlotRequest, GetSlotResponse, ({ commitment }) => ({
    slot: String(head(commitment).slot),
  }));
  add('GetBlockHeight', GetBlockHeightRequest, GetBlockHeightResponse, ({ commitment }) => ({
    blockHeight: String(height(head(commitment))),
  }));
  add('GetLatestBlockhash', GetLatestBlockhashRequest, GetLatestBlockhashResponse, ({ commitment }) => {
    const block = head(commitment);
    return {
      slot: String(block.slot),
      blockhash: block.blockhash,
      lastValidBlockHeight: String(height(block) + MAX_RECENT_BLOCKHASHES),
    };
  });
  // The real server refuses ("startup") until it has seen 332 blocks; this one knows its chain at once.
  add('IsBlockhashValid', IsBlockhashValidRequest, IsBlockhashValidResponse, ({ blockhash, commitment }) => {
    const level = decodeCommitment(commitment);
    const newest = chain.head(level);
    if (newest === null) throw internal('startup');
    return { slot: String(newest.slot), valid: chain.findBlockhash(blockhash, level) !== null };
  });
  add('Ping', PingRequest, PongResponse, ({ count }) => ({ count }));
  add('SubscribeReplayInfo', SubscribeReplayInfoRequest, SubscribeReplayInfoResponse, () => {
    if (!canReplay) return { firstAvailable: undefined };
    // Before the first block the real server answers with u64::MAX.
    return { firstAvailable: chain.firstAvailableSlot()?.toString() ?? '18446744073709551615' };
  });
}

/** A handler that answers with what `respond` returns or throws. @param refuse throws where the call is not let in */
export function answering<Req, Res>(
  refuse: (call: ServerUnaryCall<Req, Res>) => void,
  respond: (request: Req) => Res,
): (call: ServerUnaryCall<Req, Res>, answer: sendUnaryData<Res>) => void {
  return (call, answer) => {
    try {
      refuse(call);
      answer(null, respond(call.request));
    } catch (cause) {
      const failure =
        cause instanceof GrpcError ? cause : new GrpcError(status.INTERNAL, 'the simulator failed');
      answer({ code: failure.code, details: failure.details });
    }
  };
}
