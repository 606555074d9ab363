import { setTimeout as sleep } from 'node:timers/promises';
import { type Kind, request } from './kinds.js';
import { bytesOf, open, otherAddress, send } from './send.js';

const textOf = (path: string, key: string) =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n\r\n`;
const NOTHING = { statuses: [], failure: null };

/** Acts on connections. From other addresses: who shares an address shares what it may have of them. */
export const CONNECTIONS: Kind[] = [
  {
    name: 'connections that send nothing',
    weight: 3,
    async run({ target }) {
      const from = otherAddress();
      const sockets = await Promise.all(Array.from({ length: 40 }, () => open(target, from)));
      await sleep(1_000);
      for (const socket of sockets) socket?.destroy();
      return NOTHING;
    },
  },
  {
    name: 'headers without end',
    weight: 3,
    run: ({ target }) =>
      send(target, ['GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: ', ...'x'.repeat(20)], {
        from: otherAddress(),
        pauseMs: 100,
        leaveAfterMs: 2_500,
      }),
  },
  {
    name: 'half-open: the sending side ends early',
    weight: 5,
    async run({ target, known }) {
      const socket = await open(target, otherAddress());
      socket?.end(textOf(`/api/transaction/${known.signatures[0]}`, known.hostileKey).slice(0, 40));
      await sleep(200);
      socket?.destroy();
      return NOTHING;
    },
  },
  {
    name: 'resets in the middle of a question',
    weight: 10,
    async run({ target, known, random }) {
      const socket = await open(target, otherAddress());
      const body = JSON.stringify({
        signature: random.pick(known.signatures),
        account_id: known.accounts[2],
      });
      socket?.write(bytesOf({ path: '/api/analyze-trade', key: known.hostileKey, body }));
      await sleep(random.below(10));
      socket?.resetAndDestroy();
      return NOTHING;
    },
  },
  {
    name: 'pipelines, all read',
    weight: 2,
    run: ({ target, known }) =>
      send(target, [
        textOf('/healthz', known.hostileKey).repeat(100),
        bytesOf({ path: '/healthz', key: known.hostileKey }),
      ]),
  },
  {
    name: 'pipelines behind a stream, left',
    weight: 2,
    run: ({ target, known }) =>
      send(
        target,
        [
          textOf('/api/mev/stream', known.hostileKey) +
            textOf('/api/subscription', known.hostileKey).repeat(20),
        ],
        { from: otherAddress(), leaveAfterMs: 500 },
      ),
  },
  {
    name: 'a good request and a broken one behind it',
    weight: 5,
    run: ({ target, known }) =>
      send(target, [`${textOf('/healthz', known.hostileKey)}broken\r\n\r\n`], { from: otherAddress() }),
  },
  {
    name: 'streams, more than may be open',
    weight: 1,
    async run(s) {
      const outcomes = await Promise.all(
        Array.from({ length: 25 }, () =>
          request(s, { path: '/api/mev/stream' }, { from: otherAddress(), leaveAfterMs: 1_500 }),
        ),
      );
      return {
        statuses: outcomes.flatMap(({ statuses }) => statuses),
        failure: outcomes.find(({ failure }) => failure !== null)?.failure ?? null,
      };
    },
  },
  {
    name: 'large answers that are not read',
    weight: 3,
    run: (s) =>
      request(s, { path: '/openapi.json' }, { from: otherAddress(), deaf: true, leaveAfterMs: 1_000 }),
  },
  {
    name: 'connections opened and closed at once',
    weight: 5,
    async run({ target }) {
      const sockets = await Promise.all(Array.from({ length: 20 }, () => open(target, otherAddress())));
      for (const socket of sockets) socket?.destroy();
      return NOTHING;
    },
  },
];
