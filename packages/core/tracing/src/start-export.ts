import { context, DiagLogLevel, diag, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base';
import type { Tracing, TracingOptions } from './tracing.js';

const EXPORT_TIMEOUT_MS = 5_000;
/** Spans beyond these are dropped, so that a collector that is away costs no memory. */
const MOST_WAITING_SPANS = 2_048;

/** Sets the process's tracer provider. Spans leave in batches, OTLP over HTTP with JSON. */
export function startExport({
  service,
  endpoint,
  headers,
  sampleRatio,
  onError,
}: TracingOptions & { endpoint: string }): Tracing {
  const say = (message: string): void => onError(message);
  diag.setLogger(
    { error: say, warn: say, info() {}, debug() {}, verbose() {} },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    headers: { ...headers },
    timeoutMillis: EXPORT_TIMEOUT_MS,
  });
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sampleRatio) }),
    spanProcessors: [
      new BatchSpanProcessor(exporter, {
        maxQueueSize: MOST_WAITING_SPANS,
        exportTimeoutMillis: EXPORT_TIMEOUT_MS,
      }),
    ],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  return {
    stop: () => provider.shutdown().catch((error: Error) => onError(error.message)),
  };
}
