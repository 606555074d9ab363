import type { Tracing, TracingOptions } from './tracing.js';
/** Starts exporting spans. The library that does it is loaded only when there is an endpoint. */
export async function startTracing(options: TracingOptions): Promise<Tracing> {
  const { endpoint } = options;
  if (endpoint === null) return { async stop() {} };
  const { startExport } = await import('./start-export.js');
  return startExport({ ...options, endpoint });
}
