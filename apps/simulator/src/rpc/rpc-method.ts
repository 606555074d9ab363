import type { Params } from './params.js';

export type RpcMethod = (params: Params) => unknown | Promise<unknown>;
