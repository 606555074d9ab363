import { call } from './call.js';
import { type JobOptions, runJob } from './jobs.js';
import type { Input, JobResults, Output, Schemas } from './operation-types.js';
import { type CallId, factsOf, type JobOperation, OPERATION_IDS, type OperationId } from './operations.js';
import {
  attackerRows,
  competitionPages,
  competitionRows,
  listPages,
  sandwichRows,
  signaturePages,
  signatureRows,
  slotPages,
  slotRows,
  tradePages,
  tradeRows,
} from './pages.js';
import { type CallOptions, type Settings, settingsOf, type TickscopeOptions } from './settings.js';
import { openStream, type SandwichStream, type StreamOptions } from './stream.js';

/** An operation without required input may be called without arguments. */
type Arguments<In, Options> =
  Record<never, never> extends In ? [input?: In, options?: Options] : [input: In, options?: Options];

/**
 * One method for each operation that answers with JSON. It takes the fields of the path, query and body, and
 * returns the body of the 200.
 */
export type Calls = {
  [Id in CallId]: (...args: Arguments<Input<Id>, CallOptions>) => Promise<Output<Id>>;
};

/** Submits a job, waits for it, and returns its result. Throws `JobFailedError`. */
export type Jobs = {
  [Id in JobOperation]: (input: Input<Id>, options?: JobOptions) => Promise<JobResults[Id]>;
};

type Iterated<Row> = AsyncGenerator<Row, void, undefined>;

export interface Tickscope extends Calls {
  jobs: Jobs;
  /** Iterates over pages, starting at `page` (default 1). Each page of a competition is a job. */
  pages: {
    analyzeTrade(input: Input<'analyzeTrade'>, options?: CallOptions): Iterated<Output<'analyzeTrade'>>;
    validateCompetition(
      input: Input<'validateCompetition'>,
      options?: JobOptions,
    ): Iterated<Schemas['Competition']>;
    /** Starts at `before` (default: the newest). */
    walletSignatures(
      input: Input<'walletSignatures'>,
      options?: CallOptions,
    ): Iterated<Output<'walletSignatures'>>;
    /** Starts at `cursor` (default: the newest). */
    listSandwiches(
      input?: Input<'listSandwiches'>,
      options?: CallOptions,
    ): Iterated<Output<'listSandwiches'>>;
    /** Start at `cursor` (default: the first). */
    listAttackers(input?: Input<'listAttackers'>, options?: CallOptions): Iterated<Output<'listAttackers'>>;
    listValidators(
      input?: Input<'listValidators'>,
      options?: CallOptions,
    ): Iterated<Output<'listValidators'>>;
    /** Starts before `before_slot` (default: at the newest stored slot). */
    listSlots(input?: Input<'listSlots'>, options?: CallOptions): Iterated<Output<'listSlots'>>;
  };
  /** Iterates over the rows of the pages: transactions, incidents, signatures, sandwiches, attackers, slots. */
  rows: {
    analyzeTrade(input: Input<'analyzeTrade'>, options?: CallOptions): Iterated<Schemas['TransactionInSlot']>;
    validateCompetition(
      input: Input<'validateCompetition'>,
      options?: JobOptions,
    ): Iterated<Schemas['CompetitionIncident']>;
    walletSignatures(
      input: Input<'walletSignatures'>,
      options?: CallOptions,
    ): Iterated<Schemas['WalletSignature']>;
    listSandwiches(
      input?: Input<'listSandwiches'>,
      options?: CallOptions,
    ): Iterated<Schemas['StoredSandwich']>;
    listAttackers(input?: Input<'listAttackers'>, options?: CallOptions): Iterated<Schemas['RankedAttacker']>;
    listSlots(input?: Input<'listSlots'>, options?: CallOptions): Iterated<Schemas['SlotSummary']>;
  };
  /** The live feed; short for `streamSandwiches`. */
  stream(options?: StreamOptions): SandwichStream;
  streamSandwiches(options?: StreamOptions): SandwichStream;
}

/**
 * Creates a client of a Tickscope API. Throws `TypeError` or `RangeError` for invalid options.
 *
 * @example
 * ```ts
 * import { createTickscope } from '@tickscope/sdk';
 *
 * const client = createTickscope({ baseUrl: 'https://tickscope.example/api', token: 'key' });
 * const signature = '4QZ5DdTt92jPGZvwVuc5cx5EvvDmpKo9LW9L1ekSR9JR9TVtvPtaaZ7oSKhxZEeCMHoWYPRpPmJmDFbNUHLS3ED8';
 * const { data } = await client.checkSandwichFast({ signature });
 * data.results[0]!.verdict; // => 'sandwiched'
 * ```
 *
 * @example
 * ```ts
 * import { createTickscope } from '@tickscope/sdk';
 *
 * const client = createTickscope({ baseUrl: 'https://tickscope.example/api', token: 'key' });
 * // A job: submitted, and waited for.
 * const wallet_address = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM';
 * const { trades } = await client.jobs.checkWallet({ wallet_address });
 * trades.length; // => 2
 * ```
 *
 * @example
 * ```ts
 * import { createTickscope } from '@tickscope/sdk';
 *
 * const client = createTickscope({ baseUrl: 'https://tickscope.example/api', token: 'key' });
 * // The rows of all pages.
 * const ids: string[] = [];
 * for await (const { id } of client.rows.listSandwiches({ min_loss_sol: 0.1 })) ids.push(id);
 * ids; // => ['370537741.812.2.-1.0']
 * ```
 *
 * @example
 * ```ts
 * import { createTickscope } from '@tickscope/sdk';
 *
 * const client = createTickscope({ baseUrl: 'https://tickscope.example/api', token: 'key' });
 * // The live feed, until the first event; a later run resumes after it.
 * const feed = client.stream({ confidence: 'exact' });
 * for await (const { event } of feed) if (event === 'sandwich') break;
 * feed.lastEventId; // => '7'
 * ```
 */
export function createTickscope(options: TickscopeOptions): Tickscope {
  const settings = settingsOf(options);
  const stream = (streamOptions?: StreamOptions): SandwichStream => openStream(settings, streamOptions);
  return {
    ...callsOf(settings),
    jobs: jobsOf(settings),
    pages: {
      analyzeTrade: (...args) => tradePages(settings, ...args),
      validateCompetition: (...args) => competitionPages(settings, ...args),
      walletSignatures: (...args) => signaturePages(settings, ...args),
      listSandwiches: (input = {}, own) => listPages(settings, 'listSandwiches', input, own),
      listAttackers: (input = {}, own) => listPages(settings, 'listAttackers', input, own),
      listValidators: (input = {}, own) => listPages(settings, 'listValidators', input, own),
      listSlots: (input = {}, own) => slotPages(settings, input, own),
    },
    rows: {
      analyzeTrade: (...args) => tradeRows(settings, ...args),
      validateCompetition: (...args) => competitionRows(settings, ...args),
      walletSignatures: (...args) => signatureRows(settings, ...args),
      listSandwiches: (input = {}, own) => sandwichRows(settings, input, own),
      listAttackers: (input = {}, own) => attackerRows(settings, input, own),
      listSlots: (input = {}, own) => slotRows(settings, input, own),
    },
    stream,
    streamSandwiches: stream,
  };
}

function callsOf(settings: Settings): Calls {
  const isCall = (id: OperationId): id is CallId => !factsOf(id).isStream;
  const method =
    <Id extends CallId>(id: Id) =>
    (input: Input<Id> = {} as Input<Id>, options?: CallOptions) =>
      call(settings, id, input, options);
  return Object.fromEntries(OPERATION_IDS.filter(isCall).map((id) => [id, method(id)])) as unknown as Calls;
}

function jobsOf(settings: Settings): Jobs {
  const isJob = (id: OperationId): id is JobOperation => factsOf(id).isJob === true;
  const method =
    <Id extends JobOperation>(id: Id) =>
    (input: Input<Id>, options?: JobOptions) =>
      runJob(settings, id, input, options);
  return Object.fromEntries(OPERATION_IDS.filter(isJob).map((id) => [id, method(id)])) as unknown as Jobs;
}
