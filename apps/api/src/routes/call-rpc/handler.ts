import { type AnswerOf, defineOperation, type InputOf } from '../../define-operation.js';
import { JsonText } from '../../json-text.js';
import { priorityFeeEstimate } from './priority-fee-estimate.js';
import { recentPrioritizationFees } from './recent-prioritization-fees.js';
import { rpcErrorBody } from './rpc-error.js';

type Input = InputOf<'callRpc'>;
type Answer = AnswerOf<'callRpc'>;

type Method = Input['body']['method'];

/** The JSON of each method's result, as text: prices have 64 bits. */
const METHODS: Readonly<Record<Method, (params: readonly unknown[], input: Input) => Promise<string>>> = {
  getPriorityFeeEstimate: priorityFeeEstimate,
  getRecentPrioritizationFees: recentPrioritizationFees,
};

/** `POST /rpc`: the two methods on fees that wallets ask nodes for, as JSON-RPC. */
export const callRpc = defineOperation('callRpc', {
  isOurs: true,
  errorForm: rpcErrorBody,
  async answer(input): Promise<Answer> {
    const { id, method, params } = input.body;
    const result = new JsonText(await METHODS[method](params, input));
    return { jsonrpc: '2.0', id, result: result as unknown as Answer['result'] };
  },
});
