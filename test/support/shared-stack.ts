import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AUDIENCE, createJwtIssuer, ISSUER } from '@tickscope/api/testing/jwt-issuer';
import { type UpStack, up } from './cli.js';

export interface RunningStack {
  stack: UpStack;
  dataDir: string;
  /** A JWT of an account, from the identity provider that the stack trusts. */
  tokenOf(account: string): Promise<string>;
}

/** `tickscope up` over the simulator, which one test file has to itself until it gives it back. */
export interface SharedStack extends RunningStack {
  giveBack(): void;
}

/** Each write is some 25 inserts, whatever it holds. */
const FEW_WRITES = { INGESTER_WRITE_WITHIN_MS: '4000' };

/** It costs CPU as long as it runs. */
const IDLE_MS = 15_000;

/**
 * The stack that no test file uses now. Test files of one worker share its modules, so they share this one: starting a
 * stack and waiting for its first sandwiches takes longer than many a file's tests.
 */
let free: { running: RunningStack; stopping: NodeJS.Timeout } | null = null;

/** For tests that read, or whose changes others do not see. One that stops a stack or needs other settings starts its own. */
export async function takeStack(): Promise<SharedStack> {
  const running = takeFree() ?? (await start());
  return {
    ...running,
    giveBack() {
      free = { running, stopping: setTimeout(() => void stop(running), IDLE_MS) };
    },
  };
}

function takeFree(): RunningStack | null {
  const taken = free;
  free = null;
  if (taken === null) return null;
  clearTimeout(taken.stopping);
  return taken.running.stack.process.exitCode === null ? taken.running : null;
}

/** If the worker ends before it is stopped, it is stopped and its folder removed at the end of the run (`run-folder.ts`). */
async function start(): Promise<RunningStack> {
  const dataDir = await mkdtemp(join(process.env['TICKSCOPE_TEST_FOLDER'] ?? tmpdir(), 'tickscope-stack-'));
  // As npm sets it: the stack then ends with this worker, also when that is killed.
  return startStack(dataDir, ['--source', 'simulator'], { npm_command: 'run-script', ...FEW_WRITES });
}

async function stop({ stack, dataDir }: RunningStack): Promise<void> {
  free = null;
  await stack.stop();
  await rm(dataDir, { recursive: true, force: true });
}

/** `tickscope up` with an identity provider. */
export async function startStack(
  dataDir: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<RunningStack> {
  const issuer = await createJwtIssuer();
  const jwks = join(dataDir, 'jwks.json');
  await issuer.writeJwks(jwks);
  const trust = { JWT_ISSUER: ISSUER, JWT_AUDIENCE: AUDIENCE, JWT_JWKS: jwks, AUTO_TRIAL_DAYS: '1' };
  const stack = await up(['--data-dir', dataDir, ...args], { ...trust, ...env });
  return { stack, dataDir, tokenOf: (account) => issuer.token(account) };
}
