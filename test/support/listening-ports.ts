import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { processTree } from '@tickscope/testkit/processes';

/** A port that a process listens on. */
export interface ListeningPort {
  port: number;
  /** `127.0.0.1`, or what the kernel has in hex where it is another. */
  address: string;
  pid: number;
  command: string;
}

const LISTEN = '0A';
const LOOPBACK_HEX = '0100007F';

/** All ports that a process and those that it started listen on, as Linux knows them: none is forgotten. */
export function listeningPorts(rootPid: number): ListeningPort[] {
  const sockets = new Map([...socketsOf('/proc/net/tcp'), ...socketsOf('/proc/net/tcp6')]);
  return processTree(rootPid).flatMap(({ pid, command }) =>
    inodesOf(pid).flatMap((inode) => {
      const socket = sockets.get(inode);
      return socket === undefined ? [] : [{ ...socket, pid, command }];
    }),
  );
}

function socketsOf(file: string): [inode: string, { port: number; address: string }][] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .slice(1)
    .flatMap((line) => {
      const [, local, , state, , , , , , inode] = line.trim().split(/\s+/);
      const [address, port] = local?.split(':') ?? [];
      if (state !== LISTEN || inode === undefined || address === undefined || port === undefined) return [];
      return [
        [
          inode,
          { port: Number.parseInt(port, 16), address: address === LOOPBACK_HEX ? '127.0.0.1' : address },
        ],
      ];
    });
}

function inodesOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      const inode = /^socket:\[(\d+)\]$/.exec(link(`/proc/${pid}/fd/${fd}`))?.[1];
      return inode === undefined ? [] : [inode];
    });
  } catch {
    return [];
  }
}

/** A file may be closed while it is looked at. */
function link(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
