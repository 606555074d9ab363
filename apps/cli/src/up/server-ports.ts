import type { ServerPorts } from '@tickscope/embedded';
import type { PartsOptions } from './parts.js';

/** The flags name the ports of the first server. */
export async function portsOf(server: number, { ports, keptPorts }: PartsOptions): Promise<ServerPorts> {
  if (server > 1)
    return {
      httpPort: await keptPorts.choose(`clickhouseHttp${server}`),
      tcpPort: await keptPorts.choose(`clickhouseTcp${server}`),
    };
  return {
    httpPort: await keptPorts.choose('clickhouseHttp', {
      wanted: ports.clickhouseHttp,
      flag: '--clickhouse-http-port',
    }),
    tcpPort: await keptPorts.choose('clickhouseTcp', {
      wanted: ports.clickhouseTcp,
      flag: '--clickhouse-tcp-port',
    }),
  };
}
