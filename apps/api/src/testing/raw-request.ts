import { connect } from 'node:net';
import type { Answer } from './request.js';

/** Sends bytes unchanged and reads until the server closes the connection. */
export function rawText(url: string, bytes: string | Buffer): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    const chunks: Buffer[] = [];
    socket.setTimeout(20_000, () => socket.destroy(new Error('the server neither answers nor closes')));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('utf8')));
  });
}

/** Like `rawText`, for one complete answer. */
export async function rawRequest(url: string, bytes: string | Buffer): Promise<Answer> {
  const text = await rawText(url, bytes);
  const end = text.indexOf('\r\n\r\n');
  const [statusLine, ...lines] = text.slice(0, end).split('\r\n');
  const headers = new Headers(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    }),
  );
  const body = text.slice(end + 4);
  if (Buffer.byteLength(body) !== Number(headers.get('content-length')))
    throw new Error(`not one whole answer: ${text}`);
  return { status: Number(statusLine!.split(' ')[1]), headers, body: JSON.parse(body) };
}
