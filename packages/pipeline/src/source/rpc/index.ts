// The parts that need only JSON-RPC. Importing this, unlike the stream, loads no native code.
export { cappedRpc, type RpcCap, RpcShareUsed } from './capped-rpc.js';
export { type AddressSignature, fetchSignatures } from './fetch-signatures.js';
export { type FetchedTransaction, fetchTransaction } from './fetch-transaction.js';
export {
  createJsonRpc,
  type JsonRpc,
  type JsonRpcOptions,
  RpcError,
  RpcUnavailable,
} from './json-rpc.js';
