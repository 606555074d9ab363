import { startApiProcess } from '@tickscope/api/testing/api-process';
import { API_MEMORY } from '@tickscope/cli/memory-settings';
import { startApp, stopApp } from '../support/stack.js';

const PORT = 18_790;

export interface RunningProcess {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/** The built API, or that of the sources, as a process. */
export async function startApi(
  environment: Record<string, string>,
  fromSource: boolean,
): Promise<RunningProcess> {
  if (fromSource) {
    const { url, pid, stop } = await startApiProcess(environment);
    return {
      url,
      pid,
      async stop() {
        await stop();
      },
    };
  }
  const url = `http://127.0.0.1:${PORT}`;
  const child = await startApp(
    'api',
    { ...environment, ...API_MEMORY, API_PORT: String(PORT), METRICS_PORT: '0' },
    `${url}/readyz`,
  );
  return { url, pid: child.pid!, stop: () => stopApp(child) };
}
