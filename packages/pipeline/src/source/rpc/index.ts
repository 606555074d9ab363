// The parts that need only JSON-RPC. Importing this, unlike the stream, loads no native code.
export { cappedRpc, type RpcCap, RpcShareUsedError } from './capped-rpc.js';
export { type AddressSignature, fetchSignatures } from './fetch-signatures.js';
export { type FetchedTransaction, fetchTransaction } from './fetch-transaction.js';
export {
  createJsonRpc,
  type JsonRpc,
  type JsonRpcOptions,
  RpcError,
  type RpcUnavailableCode,
  RpcUnavailableError,
} from './json-rpc.js';
