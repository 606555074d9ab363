import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Opens connections that send a request over and over in one go, and read nothing of the answers. */
export async function deafConnections(
  url: string,
  { connections, path, requests }: { connections: number; path: string; requests: number },
): Promise<{ bytes: number; close(): Promise<void> }> {
  const text = `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(requests);
  const sockets: Socket[] = [];
  for (let count = 0; count < connections; count += 1) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.on('error', () => {});
    await once(socket, 'connect');
    socket.pause();
    socket.write(text);
    sockets.push(socket);
  }
  return {
    bytes: text.length * connections,
    async close() {
      await Promise.all(
        sockets.map((socket) => {
          const closed = socket.closed ? null : once(socket, 'close');
          socket.destroy();
          return closed;
        }),
      );
    },
  };
}
