export { endRequestSpan, inSpan, recordSpan, startRequestSpan, traced } from './spans.js';
export { startTracing } from './start-tracing.js';
