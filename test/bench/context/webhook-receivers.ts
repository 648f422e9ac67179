import { setTimeout as delay } from 'node:timers/promises';
import { makeCertificate } from '../../support/certificates.ts';
import { type ReceiverAnswer, startHttpsReceiver } from '../../support/https-receiver.ts';
import type { ReceiverManner } from '../rows/webhooks.ts';

// The receivers of both sides of a row, in their own process. A message to it is answered with the number of events of each.
const SLOW_MS = 2_000;
const ANSWERS: Readonly<Record<ReceiverManner, () => ReceiverAnswer | Promise<ReceiverAnswer>>> = {
  good: () => ({ status: 204 }),
  slow: () => delay(SLOW_MS, { status: 204 }),
  dead: () => 'silence',
};

const manners = process.argv.slice(2) as ReceiverManner[];
const certificate = await makeCertificate({ names: ['127.0.0.1'] });
const receivers = await Promise.all(
  manners.map((manner) => startHttpsReceiver({ certificate, answer: ANSWERS[manner] })),
);
const eventsOf = (body: string): number => JSON.parse(body).data.events.length;
process.on('message', () => {
  const counts = receivers.map(({ requests }) => requests.reduce((sum, { body }) => sum + eventsOf(body), 0));
  process.send?.(counts);
});
const ports = receivers.map(({ port }) => port);
process.stdout.write(`Receivers ${JSON.stringify({ ports, ca: certificate.cert })}\n`);
process.once('SIGTERM', () => process.exit(0));
