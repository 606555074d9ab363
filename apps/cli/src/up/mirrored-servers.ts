import { join } from 'node:path';
import {
  type ClickHouseOptions,
  type EmbeddedClickHouse,
  type ServerPorts,
  startClickHouse,
} from '@tickscope/embedded';
import { migrate, openStore } from '@tickscope/store';
import { DEFAULT_DATABASE, embedded, storeOptions } from '../embedded-servers.js';
import { type MirrorState, mirrorState, putInPlace } from '../mirror/copies.js';
import { fillCopy } from '../mirror/fill-copy.js';
import { type CopyName, copyOptions } from '../servers.js';
import { SupervisedServer } from '../supervise/supervised-server.js';
import type { PartsOptions } from './parts.js';
import type { RunningStore } from './running-store.js';
import { portsOf } from './server-ports.js';

const LOOK_EVERY_MS = 1_000;

/**
 * The servers of both copies of a mirrored store. A copy that is lost, at the start or later, is filled from the other one
 * in the background; that one answers meanwhile.
 */
export async function startMirroredServers(options: PartsOptions, shards: number): Promise<RunningStore> {
  const { dataDir, onClose } = options;
  for (const copy of ['first', 'mirror'] as const) await putInPlace(dataDir, copy);
  const first = await MirroredCopy.prepare('first', shards, options);
  const mirror = await MirroredCopy.prepare('mirror', shards, options);
  first.other = mirror;
  mirror.other = first;
  const found = mirrorState(dataDir);
  const lost = found.state !== 'lost' ? null : found.copy === 'first' ? first : mirror;
  for (const copy of [first, mirror]) if (copy !== lost) await copy.start();
  const { owner, reader } = (lost === first ? mirror : first).running!.users;
  const opened = (url: string) =>
    // This program writes nothing but the tables.
    openStore({ ...storeOptions(url, owner, DEFAULT_DATABASE), failOver: () => {} });
  const url = `${first.url}|${mirror.url}`;
  const clickhouse = opened(url);
  onClose(() => clickhouse.close());
  if (lost === null) await migrate(clickhouse);
  else {
    const whole = opened(lost.other.url);
    await migrate(whole);
    await whole.close();
    lost.startLater();
  }
  const watch = setInterval(() => {
    const now = stateOf(dataDir);
    if (now?.state === 'lost') void (now.copy === 'first' ? first : mirror).endLost();
  }, LOOK_EVERY_MS);
  onClose(async () => clearInterval(watch));
  return {
    url,
    database: DEFAULT_DATABASE,
    writer: owner,
    reader,
    clickhouse,
    isFilling: () => first.isFilling || mirror.isFilling,
    run() {
      const { pid, users } = (first.running ?? mirror.running)!;
      const urls = shards === 1 ? {} : { urls: first.url.split(',') };
      const { tcpPort = 0 } = first.ports[0]!;
      return {
        ...{ url: first.url.split(',')[0]!, ...urls, mirrorUrls: mirror.url.split(',') },
        ...{ tcpPort, pid, users, backupDirs: first.backupDirs },
      };
    },
  };
}

function stateOf(dataDir: string): MirrorState | null {
  try {
    return mirrorState(dataDir);
  } catch {
    // Neither is whole: their starts say so.
    return null;
  }
}

/** The servers of one copy. */
class MirroredCopy {
  other!: MirroredCopy;
  readonly url: string;
  readonly #servers: SupervisedServer<EmbeddedClickHouse>[] = [];
  #becomingWhole: Promise<void> | null = null;
  #isFilling = false;

  private constructor(
    readonly name: CopyName,
    readonly ports: readonly ServerPorts[],
    readonly starts: readonly ClickHouseOptions[],
    readonly options: PartsOptions,
  ) {
    this.url = ports.map(({ httpPort }) => `http://127.0.0.1:${httpPort}`).join(',');
  }

  static async prepare(name: CopyName, shards: number, options: PartsOptions): Promise<MirroredCopy> {
    const { dataDir, lock, backupDirs, keptPorts } = options;
    const ports: ServerPorts[] = [];
    for (let server = 1; server <= shards; server += 1)
      ports.push(
        name === 'first'
          ? await portsOf(server, options)
          : {
              httpPort: await keptPorts.choose(`mirrorHttp${server}`),
              tcpPort: await keptPorts.choose(`mirrorTcp${server}`),
            },
      );
    const starts = await copyOptions(dataDir, name, shards, { lock, backupDirs }, ports);
    return new MirroredCopy(name, ports, starts, options);
  }

  /** One of its servers. */
  get running(): EmbeddedClickHouse | null {
    return this.#servers.find((server) => server.current !== null)?.current ?? null;
  }

  get isFilling(): boolean {
    return this.#isFilling;
  }

  get backupDirs(): readonly string[] {
    return this.starts[0]!.backupDirs ?? [];
  }

  async start(): Promise<void> {
    for (const server of this.starts.keys())
      this.#add(await embedded(() => SupervisedServer.start(this.#spec(server))));
  }

  /** Starts the servers once the copy is filled. */
  startLater(): void {
    this.#isFilling = true;
    for (const server of this.starts.keys()) this.#add(SupervisedServer.startLater(this.#spec(server)));
  }

  /** Ends servers that still run without their folder; they are started again as any that ended. */
  async endLost(): Promise<void> {
    if (this.#isFilling || this.#becomingWhole !== null) return;
    await Promise.all(this.#servers.map((server) => server.current?.stop()));
  }

  #add(server: SupervisedServer<EmbeddedClickHouse>): void {
    this.#servers.push(server);
    this.options.onClose(() => server.stop());
  }

  #spec(server: number) {
    const { onRestart, say } = this.options;
    const start = this.starts[server]!;
    const number = this.starts.length === 1 ? '' : ` ${server + 1}`;
    return {
      title: `ClickHouse${number}${this.name === 'first' ? '' : ' of the mirror'}`,
      logFile: join(start.dataDir, 'logs', 'clickhouse.err.log'),
      start: async () => {
        await this.#wholeOnce();
        return await startClickHouse(start);
      },
      onRestart,
      say,
    };
  }

  #wholeOnce(): Promise<void> {
    this.#becomingWhole ??= this.#whole().finally(() => {
      this.#becomingWhole = null;
    });
    return this.#becomingWhole;
  }

  /** Fills the copy where it is lost. */
  async #whole(): Promise<void> {
    const { dataDir, signal, say } = this.options;
    await putInPlace(dataDir, this.name);
    const found = mirrorState(dataDir);
    if (found.state !== 'lost' || found.copy !== this.name) {
      this.#isFilling = false;
      return;
    }
    this.#isFilling = true;
    // Those that still run have the rest of what is lost. They are started again when the copy is filled.
    await Promise.all(this.#servers.map((server) => server.current?.stop()));
    const { owner } = this.other.running!.users;
    await fillCopy({
      ...{ dataDir, shards: this.starts.length, copy: this.name, signal, say },
      from: storeOptions(this.other.url, owner, DEFAULT_DATABASE),
    });
    this.#isFilling = false;
  }
}
