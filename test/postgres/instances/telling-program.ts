import { pino } from 'pino';
import { systemClock as clock } from '../../../electron/base/clock.ts';
import { createPasswordHasher } from '../../../electron/base/password-hasher.ts';
import { createEmbeddedPlatform } from '../../../electron/platform/embedded/embedded-platform.ts';
import { openPostgresStore } from '../../../electron/store/open-postgres-store.ts';
import { createActiveWebhooks } from '../../../electron/store/webhooks/active-webhooks.ts';
import { createOutbox } from '../../../electron/store/webhooks/stored-outbox.ts';
import { createDispatcher } from '../../../electron/webhooks/dispatcher.ts';
import type { Sender } from '../../../electron/webhooks/https-sender.ts';
import { SHARED_KEY } from './open-instances.ts';

const POLL_EVERY_MS = 50;

const [url = '', name = ''] = process.argv.slice(2);

/** To a receiver on this computer, without the checks and retries of the real one. */
const sender: Sender = {
  async send({ url: receiver, headers, body }) {
    const answer = await fetch(receiver, { method: 'POST', headers: { ...headers, 'x-instance': name }, body });
    const { status } = answer;
    return { status, retryAfterMs: null, failure: null, durationMs: 1, answer: '' };
  },
  close() {},
};

// The process that started it has ended, and no other would end it.
process.stdin.on('end', () => process.exit(1)).resume();

const { db } = await openPostgresStore({ url });
const dispatcher = createDispatcher({
  ...{ clock, sender, secretKey: SHARED_KEY, pollEveryMs: POLL_EVERY_MS },
  platform: createEmbeddedPlatform({ db, clock, hasher: createPasswordHasher() }),
  outbox: createOutbox(db),
  webhooks: createActiveWebhooks(db),
  log: pino({ level: 'warn' }, pino.destination(2)),
});
await dispatcher.start();
process.stdout.write('telling\n');
