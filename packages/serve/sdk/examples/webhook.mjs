// Receives messages about sandwiches and ended jobs, and checks who sent them.
//   node webhook.mjs <your https address> [port] [how many]
// The address is where the internet reaches this program: put a proxy that speaks TLS before its port.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { createTickscope } from '@tickscope/sdk';

const [url = '', port = '8080', count = '10'] = process.argv.slice(2);
const client = createTickscope({
  baseUrl: process.env['TICKSCOPE_API_URL'] ?? 'http://127.0.0.1:8787/api',
  token: process.env['TICKSCOPE_API_KEY'],
});

const OLDEST_SECONDS = 300;
const MOST_BYTES = 1_000_000;

/**
 * As Standard Webhooks say; the library `standardwebhooks` does the same.
 * @param {string} secret that the webhook was created with
 * @param {import('node:http').IncomingHttpHeaders} headers
 * @param {string} body as it was sent, not parsed
 */
function isAuthentic(secret, headers, body) {
  const [id, time, signatures] = ['id', 'timestamp', 'signature'].map(
    (name) => `${headers[`webhook-${name}`]}`,
  );
  // An old message may be a recorded one that is sent again.
  if (!(Math.abs(Date.now() / 1_000 - Number(time)) < OLDEST_SECONDS)) return false;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest();
  return `${signatures}`.split(' ').some((signature) => {
    const given = Buffer.from(signature.replace('v1,', ''), 'base64');
    return (
      signature.startsWith('v1,') && given.length === expected.length && timingSafeEqual(given, expected)
    );
  });
}

const { data: webhook } = await client.createWebhook({ url, events: ['sandwich', 'job.completed'] });
process.stdout.write(`webhook ${webhook.id}\n`);

/** Messages are sent again until they are answered with 2xx: each is used once. */
const seen = new Set();

const server = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) {
    body += chunk;
    if (body.length > MOST_BYTES) return response.writeHead(413).end();
  }
  if (!isAuthentic(webhook.secret, request.headers, body)) return response.writeHead(401).end();
  // Answered first: what takes long is done afterwards.
  response.writeHead(204).end();
  const id = request.headers['webhook-id'];
  if (seen.has(id)) return;
  seen.add(id);
  const { type, data } = JSON.parse(body);
  const what = data.retracted ? 'retracted' : data.confidence;
  if (type === 'sandwich') process.stdout.write(`${data.id}#${data.revision} ${what}\n`);
  else process.stdout.write(`${data.kind} ${data.jobId} ${data.state}\n`);
  if (seen.size >= Number(count)) await stop();
});
server.listen(Number(port), '127.0.0.1');

async function stop() {
  server.close();
  await client.deleteWebhook({ id: webhook.id });
}
process.once('SIGINT', stop);
