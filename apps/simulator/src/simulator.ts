import { hostname } from 'node:os';
import { type Logger, pino } from 'pino';
import type { FedChain } from './chain/fed-chain.js';
import { LiveChain, type LiveChainOptions, type SlotSource } from './chain/live-chain.js';
import { BlockJournal } from './resumed/block-journal.js';
import { resumePoint } from './resumed/resume-point.js';
import { resumedSource, slotsOf } from './resumed/resumed-source.js';
import { type Cluster, createCluster } from './rpc/cluster/cluster.js';
import { type RpcServer, type RpcServerOptions, startRpcServer } from './rpc/rpc-server.js';
import type { FaultInjector } from './server/faults.js';
import {
  DEFAULT_GEYSER_SERVER_OPTIONS,
  type GeyserServerOptions,
  startGeyserServer,
} from './server/geyser-server.js';
import { ChainGenerator } from './synthetic/chain-generator.js';
import { type GeneratedSourceOptions, generatedSource } from './synthetic/generated-source.js';
import type { GeneratorOptions, ParentBlock } from './synthetic/options.js';
import type { SlotTruth } from './synthetic/truth.js';

export interface GenerateOptions extends Partial<GeneratorOptions>, GeneratedSourceOptions {}

export interface SimulatorOptions extends Partial<GeyserServerOptions> {
  /** A generated chain; ignored when `chain` is given. */
  generate?: GenerateOptions;
  /** Another chain to serve: a replayed one. */
  chain?: FedChain;
  /** Pace, retention and commitments of the generated chain. */
  pace?: Partial<LiveChainOptions>;
  /**
   * Resumes the generated chain of an earlier process: from the last blocks that it kept in `folder` (where this
   * process keeps its own too), or, if those are older than or contradict it, from the newest block that a client has
   * stored.
   */
  resume?: { folder: string; stored: ParentBlock | null };
  /** When the chain begins to advance. */
  startOn?: 'start' | 'first-subscriber';
  /** JSON-RPC over the same chain, on 127.0.0.1; absent: none. */
  rpc?: Partial<Omit<RpcServerOptions, 'cluster'>>;
  logger?: Logger;
}

export interface Simulator {
  /** In the format of the Yellowstone client: `http://host:port`. */
  endpoint: string;
  port: number;
  chain: FedChain;
  faults: FaultInjector;
  /** The JSON-RPC server; null if not requested. */
  rpc: RpcServer | null;
  /** The generator's record of a slot; null if it is not kept (see `truthSlots`) or replayed. */
  truthOf(slot: number): SlotTruth | null;
  stop(): Promise<void>;
}

/** Starts a Yellowstone-compatible server over a chain. Resolves when it listens. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const log = options.logger ?? pino({ level: 'silent' });
  const { chain, truthOf, cluster } = options.chain
    ? { chain: options.chain, truthOf: () => null, cluster: null }
    : await generated(options, log);
  const serverOptions: GeyserServerOptions = { ...DEFAULT_GEYSER_SERVER_OPTIONS };
  for (const name of Object.keys(serverOptions) as (keyof GeyserServerOptions)[])
    if (options[name] !== undefined) Object.assign(serverOptions, { [name]: options[name] });

  const startOn = options.startOn ?? 'start';
  chain.ended.then(
    () => log.info('the chain has ended'),
    (cause: unknown) => log.error({ err: cause }, 'the chain failed'),
  );
  const server = await startGeyserServer(chain, serverOptions, versionText(), () => chain.start(), log);
  const rpc = await startRpc(chain, cluster, options, log).catch(async (cause: unknown) => {
    await server.stop();
    throw cause;
  });
  if (startOn === 'start') chain.start();
  const endpoint = `${serverOptions.tls === null ? 'http' : 'https'}://${serverOptions.host}:${server.port}`;
  log.info({ endpoint }, 'the simulator listens');
  return {
    endpoint,
    port: server.port,
    chain,
    faults: server.faults,
    rpc,
    truthOf,
    async stop() {
      // Stops the server first: it would mistake a stopped chain for one that has ended.
      await Promise.all([server.stop(), rpc?.stop(), chain.stop()]);
    },
  };
}

async function startRpc(
  chain: FedChain,
  cluster: Cluster | null,
  { rpc }: SimulatorOptions,
  log: Logger,
): Promise<RpcServer | null> {
  if (rpc === undefined) return null;
  const options = { port: 0, hasArchive: true, faults: {}, ...rpc, cluster };
  const server = await startRpcServer(chain, options, log);
  log.info({ endpoint: server.endpoint }, 'JSON-RPC listens');
  return server;
}

async function generated(
  { generate = {}, pace = {}, resume }: SimulatorOptions,
  log: Logger,
): Promise<{ chain: FedChain; truthOf: Simulator['truthOf']; cluster: Cluster }> {
  const { slots, truthSlots, onTruth, onLabel, ...generatorOptions } = generate;
  if (pace.slotMs !== undefined && pace.slotMs > 0) generatorOptions.slotMs ??= pace.slotMs;
  const journal = resume === undefined ? null : new BlockJournal(resume.folder);
  const { past, parent } = resumePoint(journal?.read() ?? [], resume?.stored ?? null);
  if (past.length === 0) journal?.clear();
  if (parent !== null) {
    generatorOptions.parent = parent;
    log.info({ slot: parent.slot, blockhash: parent.blockhash, kept: past.length }, 'the chain goes on');
  }
  const generator = new ChainGenerator(generatorOptions);
  const source = generatedSource(generator, generate);
  const served: SlotSource = journal === null ? source : resumedSource(past, source, journal, log);
  // The known past replaces a generated history.
  const historySlots = past.length > 0 ? slotsOf(past).length : pace.historySlots;
  const chain = new LiveChain(served, { ...pace, ...(historySlots !== undefined && { historySlots }) });
  await chain.prepare();
  return { chain, truthOf: (slot) => source.truthOf(slot), cluster: createCluster(generator) };
}

/** Answer to `GetVersion`: JSON of the real server's shape. */
function versionText(): string {
  return JSON.stringify({
    version: {
      package: 'tickscope-simulator',
      version: '0.1.0',
      proto: '13.0.0',
      solana: '4.3.0',
      git: '',
      rustc: '',
      buildts: '',
    },
    extra: { hostname: hostname() },
  });
}
