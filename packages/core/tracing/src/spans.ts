import {
  type Attributes,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';

const SERVER_ERROR = 500;

/** Does nothing until `startTracing` has set a provider. */
const tracer = trace.getTracer('tickscope');

/** Runs something within a span of its own, a child of the span that is active. */
export function traced<T>(name: string, attributes: Attributes, run: () => Promise<T>): Promise<T> {
  return tracer.startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await run();
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      if (error instanceof Error) span.recordException({ name: error.name, message: error.message });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** A span of something that took place already. @param startMs, endMs Unix milliseconds */
export function recordSpan(
  name: string,
  attributes: Attributes,
  { startMs, endMs }: { startMs: number; endMs: number },
): void {
  tracer.startSpan(name, { attributes, startTime: startMs }, ROOT_CONTEXT).end(endMs);
}

/** The span of an HTTP request, a child of the caller's where it sent `traceparent`. */
export function startRequestSpan(headers: NodeJS.Dict<string | string[]>): Span {
  return tracer.startSpan('request', { kind: SpanKind.SERVER }, propagation.extract(ROOT_CONTEXT, headers));
}

/** Makes a span the active one for all that `run` starts. */
export function inSpan(span: Span, run: () => void): void {
  context.with(trace.setSpan(context.active(), span), run);
}

/** Names a request's span by its route, as the semantic conventions for HTTP have it. @param status 499: the caller left */
export function endRequestSpan(
  span: Span,
  { method, route, status, requestId }: { method: string; route: string; status: number; requestId: string },
): void {
  span.updateName(`${method} ${route}`);
  span.setAttributes({
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': status,
    'tickscope.request_id': requestId,
  });
  if (status >= SERVER_ERROR) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}
