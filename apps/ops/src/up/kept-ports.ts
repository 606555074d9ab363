import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CliError } from '@tickscope/command-line';
import { writePrivateFile } from '@tickscope/embedded';
import { freePort, isFree } from '../ports.js';

export type PortName =
  | 'api'
  | 'metrics'
  | 'clickhouseHttp'
  | 'clickhouseTcp'
  | 'postgres'
  | 'simulator'
  | 'simulatorRpc'
  | 'ingester'
  // Of the second ClickHouse server and further ones.
  | `clickhouseHttp${number}`
  | `clickhouseTcp${number}`;

export interface PortWish {
  /** Set by a flag: an error where the port is taken. */
  wanted?: number | undefined;
  flag?: string;
  /** Used at the first start, where it is free. */
  preferred?: number;
}

const FILE = 'ports.json';

/**
 * The ports of a stack. They are stored in DATA/ports.json, so that dashboards and shells find them after a
 * restart.
 */
export class KeptPorts {
  readonly #path: string;
  readonly #say: (line: string) => void;
  readonly #kept: Partial<Record<PortName, number>>;
  readonly #chosen = new Map<PortName, number>();

  private constructor(path: string, kept: Partial<Record<PortName, number>>, say: (line: string) => void) {
    this.#path = path;
    this.#kept = kept;
    this.#say = say;
  }

  static async open(dataDir: string, say: (line: string) => void): Promise<KeptPorts> {
    const path = join(dataDir, FILE);
    return new KeptPorts(path, parse(await readFile(path, 'utf8').catch(() => '')), say);
  }

  /**
   * The flag's port, else that of the last start, else the preferred one, else any free port. Never one that is
   * taken. May be called again, where another program took the port meanwhile.
   */
  async choose(name: PortName, { wanted, flag, preferred }: PortWish = {}): Promise<number> {
    const port = await this.#choose(name, wanted, flag, preferred);
    this.#chosen.set(name, port);
    if (this.#kept[name] !== port) {
      this.#kept[name] = port;
      await writePrivateFile(this.#path, `${JSON.stringify(this.#kept, null, 2)}\n`);
    }
    return port;
  }

  async #choose(
    name: PortName,
    wanted: number | undefined,
    flag: string | undefined,
    preferred: number | undefined,
  ): Promise<number> {
    if (wanted !== undefined) {
      if (await this.#mayTake(name, wanted)) return wanted;
      throw new CliError(`port ${wanted} is taken: choose another ${flag ?? 'port'}, or leave it out`);
    }
    const kept = this.#kept[name];
    if (kept !== undefined && (await this.#mayTake(name, kept))) return kept;
    const port =
      kept === undefined && preferred !== undefined && (await this.#mayTake(name, preferred))
        ? preferred
        : await freePort(new Set(this.#chosen.values()));
    if (kept !== undefined) this.#say(`Port ${kept} of the last start is taken; using ${port} (${name}).`);
    return port;
  }

  async #mayTake(name: PortName, port: number): Promise<boolean> {
    const isOfAnother = [...this.#chosen].some(([other, its]) => other !== name && its === port);
    return !isOfAnother && (await isFree(port));
  }
}

/** A damaged or invalid file counts as missing. */
function parse(text: string): Partial<Record<PortName, number>> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return {};
    return Object.fromEntries(
      Object.entries(value).filter(
        ([, port]) => Number.isInteger(port) && Number(port) > 0 && Number(port) < 65_536,
      ),
    );
  } catch {
    return {};
  }
}
