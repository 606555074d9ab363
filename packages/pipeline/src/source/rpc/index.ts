// What needs a node's JSON-RPC and nothing of the stream: importing this loads no native code.
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
