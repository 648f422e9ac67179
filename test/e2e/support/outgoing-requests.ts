import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { Page } from '@playwright/test';

/**
 * Makes the page try to reach the canaries in every way that a browser has. Settles after it has gathered ICE
 * candidates, which takes longest.
 */
export async function reachOut(page: Page, { tcpPort, udpPort }: Canaries): Promise<void> {
  await page.evaluate(
    async ({ tcpPort, udpPort }) => {
      const http = (path: string) => `http://127.0.0.1:${tcpPort}/${path}`;
      const settled: Promise<unknown>[] = [];
      const element = (name: string, members: object) => {
        const made = Object.assign(document.createElement(name), members);
        document.head.append(made);
      };
      for (const rel of ['preconnect', 'dns-prefetch', 'prefetch', 'modulepreload', 'stylesheet', 'icon']) {
        element('link', { rel, href: http(rel) });
        element('link', { rel, href: `http://localhost:${tcpPort}/${rel}` });
      }
      element('script', { src: http('script') });
      element('iframe', { src: http('frame') });
      settled.push(fetch(http('fetch'), { mode: 'no-cors' }).catch(() => null));
      new Image().src = http('image');
      navigator.sendBeacon(http('beacon'), 'x');
      try {
        const events = new EventSource(http('events'));
        events.onerror = () => events.close();
        const socket = new WebSocket(`ws://127.0.0.1:${tcpPort}/`);
        settled.push(new Promise((resolve) => socket.addEventListener('close', resolve)));
      } catch {
        // A policy may refuse even the constructor.
      }
      const peer = new RTCPeerConnection({
        iceServers: [
          { urls: `stun:127.0.0.1:${udpPort}` },
          { urls: `turn:127.0.0.1:${tcpPort}?transport=tcp`, username: 'x', credential: 'x' },
        ],
      });
      peer.createDataChannel('x');
      settled.push(
        new Promise((resolve) => {
          peer.addEventListener('icegatheringstatechange', () => {
            if (peer.iceGatheringState === 'complete') resolve(null);
          });
        }),
      );
      await peer.setLocalDescription(await peer.createOffer());
      await Promise.all(settled);
      peer.close();
    },
    { tcpPort, udpPort },
  );
}

/** Two servers that a page must not reach, and how often it did. */
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
