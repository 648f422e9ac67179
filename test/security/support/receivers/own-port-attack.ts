import { systemClock } from '../../../../electron/base/clock.ts';
import { createReceivers } from '../../../../electron/webhooks/open-webhooks.ts';
import { createLogRecorder } from '../../../support/log-recorder.ts';
import type { AttackReport } from './attack-report.ts';
import type { Canary } from './canary.ts';

/** Spellings of this computer that the operator allowed by mistake, with its own address in the network. */
const HOSTS = [
  ['localhost', '127.0.0.1'],
  ['localhost', '::1'],
  ['own-name.example', '::ffff:127.0.0.1'],
  ['own-name.example', '0.0.0.0'],
  ['own-name.example', '127.8.8.8'],
  ['127.0.0.1', ''],
  ['127.1', ''],
  ['0x7f000001', ''],
  ['0.0.0.0', ''],
  ['[::1]', ''],
  ['[::]', ''],
] as const;

/** Everything is allowed by the operator, and the program itself listens where the canary does. */
export async function attackOwnPorts(canary: Canary, networkAddress: string | null): Promise<AttackReport> {
  const wrong: string[] = [];
  const hosts = networkAddress === null ? HOSTS : [...HOSTS, ['own-name.example', networkAddress] as const];
  for (const [host, address] of hosts) {
    const url = `https://${host}:${canary.port}/`;
    const name = new URL(url).hostname.replace(/^\[(.*)\]$/, '$1');
    const { rules, sender } = createReceivers({
      allowed: [
        { host: name, range: { first: '0.0.0.0', prefixBits: 0, family: 'ipv4' }, ca: null },
        { host: name, range: { first: '::', prefixBits: 0, family: 'ipv6' }, ca: null },
      ],
      ownPorts: () => [4870, canary.port],
      clock: systemClock,
      version: '0',
      log: createLogRecorder().log,
      resolve: async () => [address],
    });
    const told = `${url} (${address})`;
    const isLiteral = address === '';
    if (isLiteral && (await rules.checkUrl(url)).ok) wrong.push(`${told} can be subscribed`);
    const { failure } = await sender.send({ url, headers: {}, body: '{}' });
    if (failure !== 'address_refused') wrong.push(`${told} was sent to: ${failure}`);
    sender.close();
  }
  return { tried: hosts.length, wrong, refusedGood: [] };
}
