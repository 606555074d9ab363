import { type ServerUnaryCall, type sendUnaryData, status } from '@grpc/grpc-js';
import type {
  CommitmentLevel,
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
import type { Chain, StoredBlock } from '../chain/chain.js';
import { decodeCommitment } from './filter-values.js';
import { GrpcError, internal } from './grpc-error.js';

/** Blocks that a blockhash is good for (solana-clock `MAX_RECENT_BLOCKHASHES`). */
const MAX_RECENT_BLOCKHASHES = 300;

export type UnaryHandler<Req, Res> = (call: ServerUnaryCall<Req, Res>, answer: sendUnaryData<Res>) => void;

/** The unary methods, with the answers and errors of yellowstone-grpc (`grpc.rs`). */
export interface UnaryHandlers {
  GetVersion: UnaryHandler<GetVersionRequest, GetVersionResponse>;
  GetSlot: UnaryHandler<GetSlotRequest, GetSlotResponse>;
  GetBlockHeight: UnaryHandler<GetBlockHeightRequest, GetBlockHeightResponse>;
  GetLatestBlockhash: UnaryHandler<GetLatestBlockhashRequest, GetLatestBlockhashResponse>;
  IsBlockhashValid: UnaryHandler<IsBlockhashValidRequest, IsBlockhashValidResponse>;
  Ping: UnaryHandler<PingRequest, PongResponse>;
  SubscribeReplayInfo: UnaryHandler<SubscribeReplayInfoRequest, SubscribeReplayInfoResponse>;
}

export function unaryHandlers(chain: Chain, canReplay: boolean, version: string): UnaryHandlers {
  const head = (level: CommitmentLevel | undefined): StoredBlock => {
    const block = chain.head(decodeCommitment(level));
    if (block === null) throw internal('block is not available yet');
    return block;
  };
  const height = (block: StoredBlock): number => {
    if (block.blockHeight === null) throw internal('failed to build response');
    return block.blockHeight;
  };
  return {
    GetVersion: answering(() => ({ version })),
    GetSlot: answering(({ commitment }) => ({ slot: String(head(commitment).slot) })),
    GetBlockHeight: answering(({ commitment }) => ({ blockHeight: String(height(head(commitment))) })),
    GetLatestBlockhash: answering(({ commitment }) => {
      const block = head(commitment);
      return {
        slot: String(block.slot),
        blockhash: block.blockhash,
        lastValidBlockHeight: String(height(block) + MAX_RECENT_BLOCKHASHES),
      };
    }),
    // The real server refuses ("startup") until it has seen 332 blocks; this one knows its chain at once.
    IsBlockhashValid: answering(({ blockhash, commitment }) => {
      const level = decodeCommitment(commitment);
      const newest = chain.head(level);
      if (newest === null) throw internal('startup');
      return { slot: String(newest.slot), valid: chain.findBlockhash(blockhash, level) !== null };
    }),
    Ping: answering(({ count }) => ({ count })),
    SubscribeReplayInfo: answering(() => {
      if (!canReplay) return { firstAvailable: undefined };
      // Before the first block the real server answers with u64::MAX.
      return { firstAvailable: chain.firstAvailableSlot()?.toString() ?? '18446744073709551615' };
    }),
  };
}

function answering<Req, Res>(respond: (request: Req) => Res): UnaryHandler<Req, Res> {
  return ({ request }, answer) => {
    try {
      answer(null, respond(request));
    } catch (cause) {
      const failure =
        cause instanceof GrpcError ? cause : new GrpcError(status.INTERNAL, 'the simulator failed');
      answer({ code: failure.code, details: failure.details });
    }
  };
}
