import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { firstQuestion, newDataDir, up } from '../support/cli.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';
const KIND_SERVER = 2;

/** The parts of OTLP's JSON that are looked at (opentelemetry-proto, trace/v1). */
interface ExportedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}
interface Export {
  resourceSpans: {
    resource: { attributes: ExportedSpan['attributes'] };
    scopeSpans: { spans: ExportedSpan[] }[];
  }[];
}

it('with a collector set, a request and its queries are one trace, of which the caller decides; batches have theirs', async () => {
  const spans: (ExportedSpan & { service: string | undefined })[] = [];
  const keys = new Set<unknown>();
  const collector = createServer((request, response) => {
    keys.add(request.headers['x-key']);
    void json(request).then((body) => {
      for (const { resource, scopeSpans } of (body as Export).resourceSpans)
        for (const span of scopeSpans.flatMap((scope) => scope.spans))
          spans.push({ ...span, service: attributeOf(resource.attributes, 'service.name') as string });
      response.setHeader('content-type', 'application/json').end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const { dataDir, remove } = newDataDir();
  const stack = await up(['--data-dir', dataDir, '--source', 'simulator'], {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=of-the-collector',
  });
  try {
    const question = await firstQuestion(stack);
    const response = await fetch(`${stack.api}/analyze-trade`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${stack.key}`,
        'content-type': 'application/json',
        traceparent: `00-${TRACE}-${CALLER}-01`,
      },
      body: JSON.stringify(question),
    });
    expect(response.status).toBe(200);
    const ofRequest = () => spans.filter(({ traceId }) => traceId === TRACE);
    await expect.poll(() => ofRequest().map(({ kind }) => kind), { timeout: 240_000 }).toContain(KIND_SERVER);

    const server = ofRequest().find(({ kind }) => kind === KIND_SERVER)!;
    expect(server).toMatchObject({
      ...{ name: 'POST analyzeTrade', parentSpanId: CALLER, service: 'tickscope-api' },
    });
    expect(attributeOf(server.attributes, 'http.response.status_code')).toBe(200);
    expect(attributeOf(server.attributes, 'tickscope.request_id')).toBe(response.headers.get('x-request-id'));
    const queries = ofRequest().filter(({ kind }) => kind !== KIND_SERVER);
    expect(queries.map(({ name }) => name)).toContain('query page-transactions');
    expect(new Set(queries.map(({ parentSpanId }) => parentSpanId))).toEqual(new Set([server.spanId]));

    await expect
      .poll(() => spans.filter(({ name }) => name === 'write blocks').length, { timeout: 240_000 })
      .toBeGreaterThan(0);
    const batch = spans.find(({ name }) => name === 'write blocks')!;
    expect(batch.service).toBe('tickscope-ingester');
    expect(Number(attributeOf(batch.attributes, 'tickscope.rows'))).toBeGreaterThan(0);
    expect(keys).toEqual(new Set(['of-the-collector']));
    expect(stack.output()).not.toContain('of-the-collector');
  } finally {
    expect(await stack.stop()).toBe(0);
    collector.closeAllConnections();
    collector.close();
    remove();
  }
}, 600_000);

function attributeOf(attributes: ExportedSpan['attributes'], key: string): string | number | undefined {
  const value = attributes.find((attribute) => attribute.key === key)?.value;
  return value?.stringValue ?? value?.intValue;
}
