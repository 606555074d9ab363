import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

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
  return withDescendants(rootPid).flatMap((pid) =>
    inodesOf(pid).flatMap((inode) => {
      const socket = sockets.get(inode);
      return socket === undefined ? [] : [{ ...socket, pid, command: commandOf(pid) }];
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

function withDescendants(rootPid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const stat = read(`/proc/${name}/stat`);
    // The name, in parentheses, may hold spaces: fields are counted behind it.
    const parent = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  const found = [rootPid];
  for (const pid of found)
    for (const [child, parent] of parents) if (parent === pid && !found.includes(child)) found.push(child);
  return found;
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

const commandOf = (pid: number): string => read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim();

/** A process may end while it is looked at. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function link(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
