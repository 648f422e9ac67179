import { setTimeout } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { makeCertificate } from '../../support/certificates.ts';
import { startHttpsReceiver } from '../../support/https-receiver.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { startPair } from '../cluster/start-pair.ts';
import { endKilledLeases } from '../instances/open-instances.ts';
import { openWayTo } from '../way-to-database.ts';
import { createSecureClient, layServerFiles, startServer } from './running-servers.ts';
import {
  type AcknowledgedWrites,
  changesSince,
  expectKept,
  feedEnd,
  keepWriting,
  signIn,
  statusOf,
  subscribe,
  untold,
} from './writes-under-load.ts';

const ROUNDS = 10;

const CLIENTS = 4;

const UNDER_LOAD_MS = 4_000;

/** How long a database is gone before its standby is promoted: a failover manager takes its time. */
const UNTIL_PROMOTION_MS = 3_000;

/** After a promotion. */
const READS_BACK_MS = 10_000;
const WRITES_BACK_MS = 15_000;

const SELLING = ['--live', '--live-rate', '120'];

const TIMEOUT_MS = 900_000;

it(
  'no acknowledged write, token or delivery is lost when the primary database is lost again and again under load',
  async () => {
    const pair = await startPair();
    onTestFinished(() => pair.stop());
    await pair.ask(pair.primary(), 'create database shop');
    const ways = new Map(
      await Promise.all(
        pair.ports.map(async (port) => [port, await openWayTo(`postgres://127.0.0.1:${port}/shop`)] as const),
      ),
    );
    const hosts = [...ways.values()].map(({ url }) => new URL(url).host);
    const databaseUrl = `postgres://tilldesk@${hosts.join()}/shop`;
    const certificate = await makeCertificate({ names: ['localhost', '127.0.0.1'] });
    const receiver = await startHttpsReceiver();
    onTestFinished(() => receiver.close());
    const client = createSecureClient(certificate.cert);
    onTestFinished(() => client.close());
    const context = { folder: temporaryFolder(), databaseUrl, certificate, receiverCa: receiver.ca };
    const files = layServerFiles(context);
    const servers = [
      await startServer(context, files, { name: 'one', options: SELLING }),
      await startServer(context, files, { name: 'other', options: SELLING }),
    ] as const;
    onTestFinished(async () => {
      await Promise.all(servers.map((server) => server.kill()));
    });

    const done: AcknowledgedWrites = { tokens: [], webhooks: new Set(), removed: new Set(), unanswered: 0 };
    const token = await signIn(client, servers[0].address);
    await subscribe(client, servers[0].address, token, `127.0.0.1:${receiver.port}/orders`);
    // The shops sell all the time: what changed before the subscription is not owed.
    const since = await feedEnd(client, servers[0].address, token);
    let goesOn = true;
    let turn = 0;
    const pickAddress = () => {
      turn += 1;
      return servers[turn % 2 === 0 ? 0 : 1].address;
    };
    const receiverUrl = `https://127.0.0.1:${receiver.port}/products`;
    const writing = Array.from({ length: CLIENTS }, () =>
      keepWriting({ client, pickAddress, receiverUrl, goesOn: () => goesOn }, done),
    );
    const acknowledged = () => done.tokens.length + done.webhooks.size + 2 * done.removed.size;
    for (let round = 1; round <= ROUNDS; round += 1) {
      await setTimeout(UNDER_LOAD_MS);
      const lost = pair.primary();
      if (round % 2 === 0) ways.get(lost)?.silence();
      else await pair.kill(lost);
      await setTimeout(UNTIL_PROMOTION_MS);
      await pair.promote();
      const before = acknowledged();
      for (const { address } of servers) {
        const reads = () => statusOf(client, address, '/api/orders?from=2026-01-01&limit=1', token).catch(() => 0);
        await expect.poll(reads, { timeout: READS_BACK_MS, interval: 200, message: `reads, round ${round}` }).toBe(200);
      }
      await expect
        .poll(acknowledged, { timeout: WRITES_BACK_MS, interval: 200, message: `writes, round ${round}` })
        .toBeGreaterThan(before + CLIENTS);
      await pair.replace();
      await ways.get(lost)?.repair();
    }
    await expect.poll(() => done.tokens.length, { timeout: 120_000 }).toBeGreaterThan(10);
    goesOn = false;
    await Promise.all(writing);
    for (const server of servers) expect(await server.stop()).toBe(0);

    await endKilledLeases(`postgres://tilldesk@127.0.0.1:${pair.primary()}/shop`);
    const last = await startServer(context, files, { name: 'one' });
    onTestFinished(() => last.kill());
    await expectKept({ client, address: last.address, token }, done);
    const changed = await changesSince(client, last.address, { token, cursor: since });
    expect(changed.length).toBeGreaterThan(10);
    await expect.poll(() => untold(changed, receiver.requests), { timeout: 90_000, interval: 500 }).toEqual([]);
  },
  TIMEOUT_MS,
);
