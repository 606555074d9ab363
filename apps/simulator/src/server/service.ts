import type { MethodDefinition, ServiceDefinition } from '@grpc/grpc-js';
import {
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
  SubscribeRequest,
} from '@triton-one/yellowstone-grpc';
import { decodeSubscribeRequest } from './decode-request.js';

interface Codec<T> {
  encode(message: T): { finish(): Uint8Array };
  decode(bytes: Uint8Array): T;
}

/** `geyser.Geyser` of geyser.proto, over the codecs of the Yellowstone package. */
export const GEYSER_SERVICE = {
  // Updates are encoded before they are written: most are put together from stored bytes.
  Subscribe: {
    path: '/geyser.Geyser/Subscribe',
    requestStream: true,
    responseStream: true,
    requestSerialize: (message: SubscribeRequest) => Buffer.from(SubscribeRequest.encode(message).finish()),
    requestDeserialize: (bytes: Buffer) => decodeSubscribeRequest(bytes),
    responseSerialize: (bytes: Buffer) => bytes,
    responseDeserialize: (bytes: Buffer) => bytes,
  },
  SubscribeReplayInfo: unary('SubscribeReplayInfo', SubscribeReplayInfoRequest, SubscribeReplayInfoResponse),
  Ping: unary('Ping', PingRequest, PongResponse),
  GetLatestBlockhash: unary('GetLatestBlockhash', GetLatestBlockhashRequest, GetLatestBlockhashResponse),
  GetBlockHeight: unary('GetBlockHeight', GetBlockHeightRequest, GetBlockHeightResponse),
  GetSlot: unary('GetSlot', GetSlotRequest, GetSlotResponse),
  IsBlockhashValid: unary('IsBlockhashValid', IsBlockhashValidRequest, IsBlockhashValidResponse),
  GetVersion: unary('GetVersion', GetVersionRequest, GetVersionResponse),
} satisfies ServiceDefinition;

function unary<Req, Res>(
  name: string,
  request: Codec<Req>,
  response: Codec<Res>,
): MethodDefinition<Req, Res> {
  return {
    path: `/geyser.Geyser/${name}`,
    requestStream: false,
    responseStream: false,
    requestSerialize: (message) => Buffer.from(request.encode(message).finish()),
    requestDeserialize: (bytes) => request.decode(bytes),
    responseSerialize: (message) => Buffer.from(response.encode(message).finish()),
    responseDeserialize: (bytes) => response.decode(bytes),
  };
}
