import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true });

/** Sends a request as a caller does that keeps its connection, and resolves with the text of a 200. */
export function postText(url: string, body: string, headers: Record<string, string> = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = { agent, method: 'POST', headers: { 'content-type': 'application/json', ...headers } };
    const req = request(url, sent, (res) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.once('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        if (res.statusCode === 200) resolve(text);
        else reject(new Error(`HTTP ${res.statusCode}: ${text.slice(0, 500)}`));
      });
    });
    req.once('error', reject);
    req.end(body);
  });
}
