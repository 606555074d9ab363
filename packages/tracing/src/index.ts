export { endRequestSpan, inSpan, recordSpan, startRequestSpan, traced } from './spans.js';
export { startTracing, type Tracing, type TracingOptions } from './start-tracing.js';
