import { type LocatedOperation, loadOpenApi, type operations, operationsById } from '@tickscope/schemas';

/** A part of a service that a request needs first. */
export type Need = 'ClickHouse' | 'node' | 'jobs' | 'accounts';

/** Facts about an operation that the API document does not have. */
interface Facts {
  /** The operation's own limit per minute; null: only the global 30. */
  limit: number | null;
  /** Null: it answers from what admission has read. */
  needs: Need | null;
  /** Default true. */
  needsSubscription?: boolean;
  /** A valid body, instead of the document's example. */
  body?: object;
  /** A key may call it for itself only, so that the id of another takes a JWT. */
  isForOwnKey?: true;
}

/** The facts of an operation that is not named in `FACTS`. */
const USUAL: Facts = { limit: 30, needs: 'ClickHouse' };

/**
 * Limits are written out here, not read from `plans.json`: so a wrong plan is found. An operation without a limit of its
 * own answers with the global one, which is as large as the usual.
 */
const FACTS: Readonly<Partial<Record<keyof operations, Partial<Facts>>>> = {
  analyzeTrade: { limit: 6 },
  getTransaction: { limit: 6 },
  backfillTransaction: { limit: null, needs: 'node' },
  getBackfillStatus: { limit: null, needs: 'jobs' },
  walletSignatures: { limit: 6 },
  enhanceMetadata: { limit: 6 },
  checkSandwich: { limit: 6, needs: 'jobs' },
  checkWallet: { limit: 6, needs: 'jobs' },
  checkAttacker: { limit: 6, needs: 'jobs' },
  validateCompetition: { limit: 6, needs: 'jobs' },
  getJobStatus: { limit: null, needs: 'jobs' },
  streamSandwiches: { limit: null },
  findHotAccounts: { limit: 6 },
  getAccountWriteLocks: { limit: 6 },
  listKeys: { limit: null, needs: 'accounts' },
  createKey: { limit: null, needs: 'accounts' },
  revokeKey: { limit: null, needs: 'accounts', needsSubscription: false, isForOwnKey: true },
  listWebhooks: { needs: 'accounts' },
  createWebhook: {
    needs: 'accounts',
    // The document's example has a host whose name would be looked up.
    body: { url: 'https://1.1.1.1/', events: ['job.completed'] },
  },
  deleteWebhook: { needs: 'accounts' },
  getSubscription: { limit: null, needs: null, needsSubscription: false },
};

/** A request of an operation, and the rules that it meets. */
export interface OperationRequest {
  id: string;
  /** As a request has it, for example `POST`. */
  method: string;
  /** As the document has it, for example `/transaction/{signature}`. */
  template: string;
  /** A valid path, with `/api`. */
  path: string;
  /** Valid JSON; undefined: the operation takes no body. */
  body: object | undefined;
  isBodyRequired: boolean;
  /** A path as invalid as possible: with wrong path parameters and, if it takes any, an unknown query parameter. */
  invalidPath: string;
  /** Credentials that it can be sent with. */
  by: 'key' | 'jwt';
  needsSubscription: boolean;
  limit: number | null;
  needs: Need | null;
}

const document = loadOpenApi();

/** One for every operation of the API document, in its order. */
export const OPERATION_REQUESTS: readonly OperationRequest[] = [...operationsById(document)].map(
  ([id, place]) => requestOf(id, place),
);

function requestOf(id: string, { path, method, parameters, operation }: LocatedOperation): OperationRequest {
  const facts: Facts = { ...USUAL, ...FACTS[id as keyof operations] };
  const { limit, needs, needsSubscription = true, isForOwnKey = false } = facts;
  const [example] = Object.values(operation.requestBody?.content['application/json']?.examples ?? {});
  const body = facts.body ?? example?.value;
  if (operation.requestBody !== undefined && body === undefined)
    throw new Error(`The operation "${id}" has no example of its body in openapi.yaml.`);
  const exampleOf = (name: string) => {
    const value = parameters.find((parameter) => parameter.name === name)?.example;
    if (value === undefined)
      throw new Error(`The operation "${id}" has no example of {${name}} in openapi.yaml.`);
    return String(value);
  };
  const takesKeys = (operation.security ?? document.security).some((way) => 'apiKey' in way);
  const fill = (sample: (name: string) => string) =>
    `/api${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => sample(name))}`;
  return {
    ...{ id, body, limit, needs, needsSubscription },
    method: method.toUpperCase(),
    template: path,
    path: fill(exampleOf),
    isBodyRequired: operation.requestBody !== undefined && operation.requestBody.required !== false,
    invalidPath: fill(() => 'abc') + (parameters.some((it) => it.in === 'query') ? '?unknown=1' : ''),
    by: takesKeys && !isForOwnKey ? 'key' : 'jwt',
  };
}
