import { probeEndpoint } from '@tickscope/pipeline';
import { type BlockTruth, type SimulatorOptions, type SlotTruth, startSimulator } from '@tickscope/simulator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestCertificate, testCertificate } from '../support/certificate.js';
import { hasSlots, ingest, liveStore } from './support.js';
import { expectProven } from './whole-chain.js';

const SLOTS = 100;

describe('a server with TLS and a token', () => {
  const store = liveStore();
  let tls: TestCertificate;
  const before = process.env['SSL_CERT_FILE'];
  beforeAll(() => {
    tls = testCertificate();
    // Read by the native client.
    process.env['SSL_CERT_FILE'] = tls.path;
  });
  afterAll(async () => {
    if (before === undefined) delete process.env['SSL_CERT_FILE'];
    else process.env['SSL_CERT_FILE'] = before;
    tls.remove();
    await store.stop();
  });

  function serve(options: SimulatorOptions, truths: SlotTruth[]) {
    return startSimulator({
      generate: {
        seed: 'tls',
        slots: SLOTS,
        transactionsPerSlot: 20,
        onTruth: (truth) => truths.push(truth),
      },
      pace: { slotMs: 0, retentionSlots: 1_000 },
      startOn: 'first-subscriber',
      tls,
      xToken: 'secret',
      ...options,
    });
  }

  it.each(['none', 'gzip', 'zstd'] as const)(
    'compression %s: every row is the generator’s own',
    async (compression) => {
      const truths: SlotTruth[] = [];
      const simulator = await serve({ compresses: true }, truths);
      expect(simulator.endpoint).toMatch(/^https:/);
      const { client } = await store.fresh();
      try {
        const blocks = (): BlockTruth[] => truths.filter((truth) => truth.status === 'block');
        const isDone = async (): Promise<boolean> =>
          truths.length === SLOTS && hasSlots(client, blocks().length)();
        const endpoint = { url: simulator.endpoint, xToken: 'secret', compression };
        const seen = await ingest(client, simulator.endpoint, isDone, { endpoint });
        expect(seen).toEqual({ incomplete: [], missing: [], garbage: 0, disconnects: [] });
        await expectProven({ client, blocks: blocks() });
      } finally {
        await simulator.stop();
      }
    },
  );

  it('goes to the fallback where the token is refused', async () => {
    const truths: SlotTruth[] = [];
    const [refusing, good] = [await serve({ xToken: 'another' }, []), await serve({}, truths)];
    const { client } = await store.fresh();
    const servers: number[] = [];
    try {
      const blocks = (): BlockTruth[] => truths.filter((truth) => truth.status === 'block');
      const isDone = async (): Promise<boolean> =>
        truths.length === SLOTS && hasSlots(client, blocks().length)();
      const to = (url: string) => ({ url, xToken: 'secret', compression: 'none' as const });
      const seen = await ingest(client, refusing.endpoint, isDone, {
        endpoint: to(refusing.endpoint),
        fallbacks: [to(good.endpoint)],
        onServer: (server) => servers.push(server),
      });
      expect(seen.disconnects[0]).toBe('refused');
      expect(servers.at(-1)).toBe(1);
      await expectProven({ client, blocks: blocks() });
    } finally {
      await Promise.all([refusing.stop(), good.stop()]);
    }
  });

  it('is refused where its certificate is not trusted, or the client speaks no TLS', async () => {
    const simulator = await serve({}, []);
    const other = testCertificate();
    try {
      const url = simulator.endpoint.replace('https', 'http');
      const plain = await probeEndpoint({ url, xToken: 'secret', compression: 'none' });
      expect(plain.unreachable).not.toBeNull();
      process.env['SSL_CERT_FILE'] = other.path;
      const untrusted = await probeEndpoint({
        url: simulator.endpoint,
        xToken: 'secret',
        compression: 'none',
      });
      expect(untrusted.unreachable).toMatch(/certificate|UnknownIssuer|connect/i);
    } finally {
      process.env['SSL_CERT_FILE'] = tls.path;
      other.remove();
      await simulator.stop();
    }
  });
});
