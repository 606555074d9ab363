import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { choosePort } from '@tickscope/embedded';
import { openStore, type Store } from '@tickscope/store';
import { type Answer, ask } from '../../bench/answers/ask.js';
import { differenceOf } from '../../bench/answers/difference.js';
import { startOfRun } from '../../bench/answers/normalise.js';
import { startCheckoutApi } from '../../bench/support/checkout-api.js';
import { stackProcesses } from '../kills/stack-processes.js';
import { unrepairedGaps } from '../kills/stored.js';
import { type UpStack, up } from '../support/cli.js';
import { ROOT } from '../support/paths.js';
import { type Question, questionsOf } from './questions.js';

export type CopyName = 'first' | 'mirror';

interface Run {
  clickhouse: {
    url: string;
    urls?: string[];
    mirrorUrls?: string[];
    users: { reader: { user: string; password: string } };
  };
  api: { url: string; key: string };
}

interface ExpectedAnswer {
  question: Question;
  answer: Answer;
}

const WITHIN_MS = 240_000;
const MOST_COMPARISONS = 30;
/** Behind the head, where answers do not change any more. */
const SETTLED_SLOTS = 30;
const TIMEOUT = { timeoutMs: 60_000 };

/** `tickscope up` with blocks of the simulator, whose copies a test takes away. Without a mirror both are the one. */
export class MirroredStack {
  private constructor(
    readonly dataDir: string,
    readonly stack: UpStack,
    readonly run: Run,
    /** Clients of each copy alone. */
    readonly copies: Readonly<Record<CopyName, Store>>,
  ) {}

  static async start(dataDir: string, ...args: string[]): Promise<MirroredStack> {
    const stack = await up(['--data-dir', dataDir, '--source', 'simulator', ...args]);
    const run = JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8')) as Run;
    const { url, urls = [url], mirrorUrls = urls, users } = run.clickhouse;
    const open = (copy: readonly string[]): Store =>
      openStore({ url: copy.join(','), ...users.reader, database: 'tickscope', application: 'test' });
    return new MirroredStack(dataDir, stack, run, { first: open(urls), mirror: open(mirrorUrls) });
  }

  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<number | null> {
    for (const copy of Object.values(this.copies)) await copy.close();
    if (signal === 'SIGTERM') return await this.stack.stop();
    const ended = new Promise<null>((resolve) => this.stack.process.once('close', () => resolve(null)));
    this.stack.process.kill(signal);
    return await ended;
  }

  /** The newest stored slot of a copy; null: it does not answer. */
  async headOf(copy: CopyName): Promise<number | null> {
    const { read } = this.copies[copy];
    const rows = await read.queryRows<[string]>('SELECT max(slot) FROM slots', TIMEOUT).catch(() => null);
    return rows === null ? null : Number(rows[0]?.[0]);
  }

  /**
   * Waits until ingest goes on, with nothing missing.
   * @param mayMiss blocks that the simulator made while no ingester was there, and does not remember after its own kill
   */
  async goesOn({ mayMiss = false } = {}): Promise<void> {
    await until('both copies answer', async () =>
      [await this.headOf('first'), await this.headOf('mirror')].every((head) => head !== null),
    );
    const head = (await this.headOf('first')) ?? 0;
    await until('new blocks', async () => ((await this.headOf('first')) ?? 0) > head + 5);
    await until('no block in the spill', async () => (await this.spilledBlocks()) === 0);
    if (mayMiss) return;
    await until('no gap open', async () => (await unrepairedGaps(this.dataDir)).length === 0);
  }

  /** Waits until detection has run over more slots than this. */
  async detected(slots: number): Promise<void> {
    await until(`${slots} detected slots`, async () => {
      const sql = 'SELECT uniqExact(slot) FROM detected_slots';
      const [row] = await this.copies.first.read.queryRows<[string]>(sql, TIMEOUT);
      return Number(row?.[0]) > slots;
    });
  }

  /** Questions about settled slots, and what an API of the first copy alone answers. */
  async expectedAnswers(each: number): Promise<ExpectedAnswer[]> {
    startOfRun();
    const questions = await questionsOf(this.copies.first, SETTLED_SLOTS, each);
    const { url, urls = [url], users } = this.run.clickhouse;
    const api = await startCheckoutApi(ROOT, await choosePort('API'), {
      CLICKHOUSE_URL: urls.join(','),
      CLICKHOUSE_USER: users.reader.user,
      CLICKHOUSE_PASSWORD: users.reader.password,
      AUTH: 'off',
      API_HOST: '127.0.0.1',
    });
    try {
      const expected: ExpectedAnswer[] = [];
      for (const question of questions)
        expected.push({ question, answer: await asked(question, api.origin, this.run.api.key) });
      return expected;
    } finally {
      await api.stop();
    }
  }

  /** Asks the API of the stack. @returns the answers that are not those expected */
  async wrongAnswers(expected: readonly ExpectedAnswer[]): Promise<string[]> {
    const wrong: string[] = [];
    for (const { question, answer } of expected) {
      const found = await asked(question, this.run.api.url, this.run.api.key);
      const difference = differenceOf(answer, found);
      const { method, path, body = '' } = question.asked;
      if (difference !== null) wrong.push(`${method} ${path} ${JSON.stringify(body)}\n${difference}`);
    }
    return wrong;
  }

  /** Kills a server of a copy and removes its data. What it returns resolves when the copy is filled and answers. */
  async lose(copy: CopyName): Promise<() => Promise<void>> {
    const folder = copy === 'first' ? this.dataDir : join(this.dataDir, 'mirror');
    const said = this.stack.output().length;
    process.kill(this.#serverOf(folder), 'SIGKILL');
    // Another server of the copy may still write.
    const all = { recursive: true, force: true, maxRetries: 20 };
    if (copy === 'first') await rm(join(folder, 'clickhouse'), all);
    else for (const name of readdirSync(folder)) await rm(join(folder, name), all);
    return async () => {
      const back = copy === 'first' ? /ClickHouse( 1)? is back/ : /ClickHouse( 1)? of the mirror is back/;
      await until(`the ${copy} copy back`, async () => back.test(this.stack.output().slice(said)));
    };
  }

  /**
   * Compares both copies while the simulator is held, so that the ingester comes to an end with what it has.
   * @returns tables that differ
   */
  async differences(): Promise<string[]> {
    const [simulator] = stackProcesses(this.stack.process.pid!).get('simulator') ?? [];
    if (simulator !== undefined) process.kill(simulator, 'SIGSTOP');
    try {
      for (let tries = 1; ; tries += 1) {
        // What is written now is in the second copy before it is in the first.
        await sleep(1_000);
        const [first, mirror] = await Promise.all([
          tablesOf(this.copies.first),
          tablesOf(this.copies.mirror),
        ]);
        const names = [...new Set([...first.keys(), ...mirror.keys()])];
        const different = names.filter((name) => first.get(name) !== mirror.get(name));
        if (different.length === 0 || tries === MOST_COMPARISONS)
          return different.map((name) => `${name}: ${first.get(name)}, mirror ${mirror.get(name)}`);
      }
    } finally {
      if (simulator !== undefined) process.kill(simulator, 'SIGCONT');
    }
  }

  /** Blocks that wait in the ingester's spill. */
  async spilledBlocks(): Promise<number> {
    const [, url] = /ingester\s+(http:\S+)/.exec(this.stack.output())!;
    const text = await (await fetch(url!)).text();
    return Number(/^tickscope_spill_blocks (\d+)/m.exec(text)?.[1]);
  }

  /** The server whose data is in a folder: it holds the lock there. */
  #serverOf(folder: string): number {
    const pids = stackProcesses(this.stack.process.pid!).get('ClickHouse') ?? [];
    const lock = join(folder, 'lock');
    const pid = pids.find((each) =>
      readdirSync(`/proc/${each}/fd`).some((fd) => linkOf(`/proc/${each}/fd/${fd}`) === lock),
    );
    if (pid === undefined) throw new Error(`no server holds ${lock}`);
    return pid;
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

async function asked(question: Question, origin: string, key: string): Promise<Answer> {
  const answer = await ask(question.asked, { origin, key, jwt: '', feedStart: '' });
  // An API keeps the names of validators and tokens for a while, those that it did not find too.
  const names = /"(head_slot|validatorName|validator_name|symbol)":(\d+|null|"[^"]*")/g;
  return { ...answer, body: answer.body.replaceAll(names, '"$1":0') };
}

/** Of every table of a copy the rows as queries see them: their number and a hash. Times of writing are left out. */
async function tablesOf({ read }: Pick<Store, 'read'>): Promise<Map<string, string>> {
  const tables = await read.queryRows<[string, string, string[]]>(
    `SELECT t.name, any(t.engine), groupArray(c.name) FROM system.tables AS t
     INNER JOIN
     (
       SELECT table, name FROM system.columns WHERE database = currentDatabase() AND default_kind NOT IN ('ALIAS', 'MATERIALIZED')
         AND (table = 'slots' OR name NOT IN ('inserted_at', 'updated_at', 'detected_at', 'observed_at', 'arrived_at', 'changed_at', 'applied_at'))
       ORDER BY table, position
     ) AS c ON c.table = t.name
     WHERE t.database = currentDatabase() AND (t.engine LIKE '%MergeTree' OR t.engine = 'Distributed') GROUP BY t.name`,
    TIMEOUT,
  );
  if (tables.length < 30) throw new Error(`${tables.length} tables found`);
  const found = new Map<string, string>();
  for (const [name, engine, columns] of tables) {
    const rows = engine.startsWith('Replacing') || engine === 'Distributed' ? `${name} FINAL` : name;
    const [row] = await read.queryRows<[string, string]>(
      `SELECT count(), groupBitXor(sipHash64(tuple(${columns.join(', ')}))) FROM ${rows}`,
      TIMEOUT,
    );
    found.set(name, `${row![0]} rows, ${row![1]}`);
  }
  return found;
}

/** @throws Error if it does not become true in time */
export async function until(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + WITHIN_MS;
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error(`${what}: not within ${WITHIN_MS / 1_000} s`);
    await sleep(200);
  }
}
