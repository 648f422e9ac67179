import { setTimeout } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { makeCertificate } from '../../support/certificates.ts';
import { startHttpsReceiver } from '../../support/https-receiver.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { isFullRun } from '../../support/test-size.ts';
import { endKilledLeases } from '../instances/open-instances.ts';
import { openDatabase } from '../open-database.ts';
import { createSecureClient, layServerFiles, startServer } from './running-servers.ts';
import {
  type AcknowledgedWrites,
  changesSince,
  expectKept,
  feedEnd,
  keepWriting,
  signIn,
  subscribe,
  untold,
} from './writes-under-load.ts';

const KILLS = isFullRun ? 3 : 1;

const CLIENTS = 4;

const BETWEEN_KILLS_MS = isFullRun ? 4_000 : 2_000;

/** Two starts that make the demo shops, three more, and the leases of what was killed. */
const TIMEOUT_MS = 280_000;

const SELLING = ['--live', '--live-rate', '120'];

it(
  'no acknowledged write and no delivery is lost when one of two servers is killed repeatedly under load',
  async () => {
    const certificate = await makeCertificate({ names: ['localhost', '127.0.0.1'] });
    const receiver = await startHttpsReceiver();
    onTestFinished(() => receiver.close());
    const client = createSecureClient(certificate.cert);
    onTestFinished(() => client.close());
    const databaseUrl = await openDatabase();
    const context = { folder: temporaryFolder(), databaseUrl, certificate, receiverCa: receiver.ca };
    const files = layServerFiles(context);
    const start = (name: string, options: readonly string[] = SELLING) =>
      startServer(context, files, { name, options });
    const survivor = await start('survivor');
    let victim = await start('victim');
    onTestFinished(async () => {
      await Promise.all([survivor.kill(), victim.kill()]);
    });

    const done: AcknowledgedWrites = { tokens: [], webhooks: new Set(), removed: new Set(), unanswered: 0 };
    const token = await signIn(client, survivor.address);
    await subscribe(client, survivor.address, token, `127.0.0.1:${receiver.port}/orders`);
    // The shops sell all the time: what changed before the subscription is not owed.
    const since = await feedEnd(client, survivor.address, token);
    let goesOn = true;
    let turn = 0;
    const writing = Array.from({ length: CLIENTS }, () =>
      keepWriting(
        {
          client,
          pickAddress: () => {
            turn += 1;
            return turn % 2 === 0 ? survivor.address : victim.address;
          },
          receiverUrl: `https://127.0.0.1:${receiver.port}/products`,
          goesOn: () => goesOn,
        },
        done,
      ),
    );
    for (let kill = 0; kill < KILLS; kill += 1) {
      await setTimeout(BETWEEN_KILLS_MS);
      await victim.kill();
      await setTimeout(BETWEEN_KILLS_MS / 4);
      victim = await start('victim');
    }
    await setTimeout(BETWEEN_KILLS_MS);
    await expect.poll(() => done.tokens.length, { timeout: 120_000 }).toBeGreaterThan(10);
    goesOn = false;
    await Promise.all(writing);
    expect(await victim.stop()).toBe(0);
    expect(await survivor.stop()).toBe(0);

    await endKilledLeases(databaseUrl);
    const last = await start('survivor', []);
    onTestFinished(() => last.kill());
    await expectKept({ client, address: last.address, token }, done);
    const changed = await changesSince(client, last.address, { token, cursor: since });
    expect(changed.length).toBeGreaterThan(isFullRun ? 10 : 3);
    await expect.poll(() => untold(changed, receiver.requests), { timeout: 90_000, interval: 500 }).toEqual([]);
  },
  TIMEOUT_MS,
);
