import { systemClock } from '../../../../electron/base/clock.ts';
import { createReceivers } from '../../../../electron/webhooks/open-webhooks.ts';
import { startHttpsReceiver } from '../../../support/https-receiver.ts';
import { createLogRecorder } from '../../../support/log-recorder.ts';
import type { AttackReport } from './attack-report.ts';
import type { Canary } from './canary.ts';

const STATUSES = [301, 302, 303, 307, 308];

const targetsAt = (port: number): readonly string[] => [
  '/elsewhere',
  `https://localhost:${port}/`,
  `https://127.0.0.1:${port}/`,
  `http://127.0.0.1:${port}/`,
  `//127.0.0.1:${port}/`,
  `https://[::1]:${port}/`,
  `https://[::ffff:127.0.0.1]:${port}/`,
  `https://2130706433:${port}/`,
  `https://user:secret@127.0.0.1:${port}/`,
  'file:///etc/passwd',
];

/** A receiver that was allowed sends elsewhere: nothing may arrive there, and nothing twice at the receiver. */
export async function attackWithRedirects(canary: Canary): Promise<AttackReport> {
  const wrong: string[] = [];
  const targets = targetsAt(canary.port);
  const redirects = STATUSES.flatMap((status) => targets.map((location) => ({ status, location })));
  let next = redirects[0];
  const receiver = await startHttpsReceiver({
    answer: () => ({ status: next?.status ?? 500, headers: { location: next?.location ?? '' } }),
  });
  const { sender } = createReceivers({
    allowed: [
      { host: 'localhost', range: { first: '127.0.0.1', prefixBits: 32, family: 'ipv4' }, ca: receiver.ca },
    ],
    ownPorts: () => [],
    clock: systemClock,
    version: '0',
    log: createLogRecorder().log,
    resolve: async () => ['127.0.0.1'],
  });
  for (next of redirects) {
    const before = receiver.requests.length;
    const outcome = await sender.send({ url: receiver.url, headers: {}, body: '{}' });
    if (outcome.status !== next.status) wrong.push(`${next.status} to ${next.location}: ${outcome.status}`);
    if (receiver.requests.length !== before + 1)
      wrong.push(`${next.status} to ${next.location} was followed`);
  }
  sender.close();
  await receiver.close();
  return { tried: redirects.length, wrong, refusedGood: [] };
}
