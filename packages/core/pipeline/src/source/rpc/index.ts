// The parts that need only JSON-RPC. Importing this, unlike the stream, loads no native code.
export { cappedRpc, RpcShareUsedError } from './capped-rpc.js';
export { fetchSignatures } from './fetch-signatures.js';
export { type FetchedTransaction, fetchTransaction } from './fetch-transaction.js';
export { createJsonRpc, type JsonRpc, RpcError, RpcUnavailableError } from './json-rpc.js';
