import { Agent, request } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { exchangeBytes } from '../../security/support/strict-sockets.ts';
import type { SuiteRun } from '../harness/suite.ts';
import { BREACHES, COUNTS } from './figures.ts';
import { type Ground, type PortName, type Target, targetOn } from './ground.ts';
import { OWN_FORMS } from './host-forms.ts';
import { requestBytes } from './wire-probe.ts';

const CALLS_OF_A_CONNECTION = 5;

/** The clients that the ports are there for, none of which may be turned away. */
export async function makeGoodCalls(run: SuiteRun, ground: Ground): Promise<void> {
  for (const port of ['api', 'ui'] as const) {
    const target = targetOn(ground, port, 'read');
    await rawCalls(run, ground, port, target);
    await pipelinedCalls(run, ground, port, target);
    for (const address of ADDRESSES[port]) {
      const origin = `http://${address}:${ground[port].port}`;
      // A fetch of Node names the host itself, and finds that of the window under no address.
      if (port === 'api') await fetchCall(run, origin, target);
      await keptAliveCalls(run, origin, target);
    }
  }
}

/** Where they connect to. The name of the window is found by browsers alone. */
const ADDRESSES = { api: ['127.0.0.1', 'localhost'], ui: ['127.0.0.1', '[::1]'] } as const;

/** As curl, a script or a browser's own page would send them. */
const FURTHER: readonly (readonly string[])[] = [
  [],
  ['User-Agent: curl/8.5.0', 'Accept: */*'],
  ['Origin: http://HOST'],
  ['Origin: http://HOST', 'Sec-Fetch-Site: same-origin', 'Sec-Fetch-Mode: cors', 'Sec-Fetch-Dest: empty'],
  ['Sec-Fetch-Site: none', 'Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: document'],
  ['Accept-Language: nl-NL', 'X-Forwarded-For: 10.0.0.1'],
];

async function rawCalls(run: SuiteRun, ground: Ground, port: PortName, target: Target): Promise<void> {
  const number = String(ground[port].port);
  for (const { what, lines } of OWN_FORMS[port]) {
    const address = lines.map((line) => line.replace('NAME', target.hostName).replace('PORT', number));
    const host = address[0]?.slice('Host: '.length) ?? '';
    for (const further of FURTHER) {
      const own = further.map((line) => line.replace('HOST', host));
      const bytes = Buffer.from(requestBytes(target, address, own));
      const [answer] = await exchangeBytes(ground[port].port, bytes, 'wait');
      judge(run, `${what} of ${port} with ${own.join(', ')}`, answer?.status);
    }
  }
}

async function pipelinedCalls(run: SuiteRun, ground: Ground, port: PortName, target: Target): Promise<void> {
  const last = requestBytes(target, [`Host: ${target.hostName}:${ground[port].port}`]);
  const first = last.replace('Connection: close\r\n', '').repeat(CALLS_OF_A_CONNECTION - 1);
  const answers = await exchangeBytes(ground[port].port, Buffer.from(first + last), 'wait');
  for (let at = 0; at < CALLS_OF_A_CONNECTION; at += 1) {
    judge(run, `pipelined call ${at} of ${port}`, answers[at]?.status);
  }
}

async function fetchCall(run: SuiteRun, origin: string, target: Target): Promise<void> {
  const { method, path } = target;
  const answer = await fetch(`${origin}${path}`, { method, headers: headersOf(target, origin) });
  await answer.arrayBuffer();
  judge(run, `fetch of ${origin}`, answer.status);
}

async function keptAliveCalls(run: SuiteRun, origin: string, target: Target): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { method, path } = target;
  for (let at = 0; at < CALLS_OF_A_CONNECTION; at += 1) {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      request(`${origin}${path}`, { method, agent, headers: headersOf(target, origin) }, (message) => {
        textOf(message).then(() => resolve(message.statusCode), reject);
      })
        .on('error', reject)
        .end();
    });
    judge(run, `call ${at} of one connection to ${origin}`, status);
  }
  agent.destroy();
}

function headersOf({ hostName, headers }: Target, origin: string): Record<string, string> {
  const host = hostName === '127.0.0.1' ? {} : { host: `${hostName}:${new URL(origin).port}` };
  return { ...host, ...Object.fromEntries(headers.map((line) => line.split(': ', 2))) };
}

function judge(run: SuiteRun, what: string, status: number | undefined): void {
  run.count(COUNTS.good);
  if (status !== 200) run.breach(BREACHES.refused, `${what}: ${status ?? 'no answer'}`);
}
