import { once } from 'node:events';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { SuiteRun } from '../harness/suite.ts';
import { BREACHES } from './figures.ts';
import type { Ground, PortName } from './ground.ts';

/** Nobody may be able to connect to the API but by 127.0.0.1, nor to the window but by that and ::1. Answers whether so. */
export async function tryOtherAddresses(run: SuiteRun, ground: Ground): Promise<boolean> {
  let isClosed = true;
  const tell = (sentence: string) => {
    isClosed = false;
    run.breach(BREACHES.listening, sentence);
  };
  for (const port of ['api', 'ui'] as const) {
    for (const host of otherAddresses(port)) {
      const isOpen = await canConnect(host, ground[port].port);
      if (isOpen) tell(`${port} at ${host}`);
    }
    const address = ground[port].app.server.address();
    if (address === null || typeof address === 'string' || address.address !== '127.0.0.1') {
      tell(`${port} listens on ${JSON.stringify(address)}`);
    }
  }
  return isClosed;
}

/** Those of the computer in its networks, and the further ones of loopback. */
function otherAddresses(port: PortName): readonly string[] {
  const own = Object.values(networkInterfaces()).flatMap((addresses = []) => addresses);
  const outer = own.filter(({ internal, scopeid = 0 }) => !internal && scopeid === 0);
  // The window takes ::1, so that nobody else has it.
  const further = port === 'ui' ? ['127.0.0.2', '127.1.2.3'] : ['::1', '127.0.0.2', '127.1.2.3'];
  return [...further, ...outer.map(({ address }) => address)];
}

async function canConnect(host: string, port: number): Promise<boolean> {
  const socket = connect({ host, port });
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    // Refused, which is what is wanted, or no such address here.
    return false;
  } finally {
    socket.destroy();
  }
}
