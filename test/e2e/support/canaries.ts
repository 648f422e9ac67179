import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** Two servers that a page has no business with, and how often it reached them. */
export interface Canaries {
  readonly tcpPort: number;
  readonly udpPort: number;
  readonly hits: { tcp: number; udp: number };
  close(): void;
}

export async function openCanaries(): Promise<Canaries> {
  const hits = { tcp: 0, udp: 0 };
  const tcp = createServer((socket) => {
    hits.tcp += 1;
    socket.on('error', () => undefined).destroy();
  });
  const udp = createSocket('udp4', () => {
    hits.udp += 1;
  });
  tcp.listen(0, '127.0.0.1');
  udp.bind(0, '127.0.0.1');
  await Promise.all([once(tcp, 'listening'), once(udp, 'listening')]);
  return {
    tcpPort: (tcp.address() as AddressInfo).port,
    udpPort: udp.address().port,
    hits,
    close() {
      tcp.close();
      udp.close();
    },
  };
}
