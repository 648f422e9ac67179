import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { recordAnswerAge } from '../../../../electron/platform/answer-age.ts';
import { startCopySweeps } from '../../../../electron/platform/copy/copy-directory.ts';
import { callWithAge, openCopies, openDeployment } from '../../../support/copy-rig.ts';
import { createLogRecorder } from '../../../support/log-recorder.ts';
import { waitFor } from '../../../support/wait-for.ts';

const PAGE = { start: 0, limit: 200 };
const HOUR = 60 * 60_000;

async function openCached(hours: number) {
  const deployment = await openDeployment();
  const setting = { hours };
  const getRetentionMs = () => setting.hours * HOUR;
  const kept = openCopies(deployment, { getAnswerRetentionMs: getRetentionMs });
  onTestFinished(kept.close);
  const owner = await kept.signInAndCopy('owner');
  const answers = () => filesIn(kept.folder).filter((file) => file.includes('answers'));
  const askAndKeep = async () => {
    const remoteAnswer = await kept.platform.listCustomers(owner, PAGE);
    // A file is complete once it has lost the ending of its draft.
    const complete = () => answers().filter((file) => !file.endsWith('.new'));
    if (setting.hours > 0) await waitFor(() => expect(complete()).toHaveLength(1));
    return { rows: remoteAnswer.rows, total: remoteAnswer.total, sums: remoteAnswer.sums };
  };
  return { ...{ deployment, kept, owner, setting, getRetentionMs, answers, askAndKeep }, platform: kept.platform };
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

describe('cached responses', () => {
  it('are off by default: no customer data is stored or returned', async () => {
    const { deployment, platform, owner, answers, askAndKeep } = await openCached(0);
    await askAndKeep();
    deployment.switchOff();
    await expect(callWithAge(() => platform.listCustomers(owner, PAGE))).rejects.toMatchObject({ code: 'unavailable' });
    expect(answers()).toEqual([]);
  });

  it('answer the same call while the deployment is unavailable, with their age', async () => {
    const { deployment, platform, owner, askAndKeep } = await openCached(8);
    const keptAt = deployment.clock.now();
    const remoteAnswer = await askAndKeep();
    deployment.switchOff();
    deployment.clock.advance(HOUR);
    const { answer, age } = await callWithAge(() => platform.listCustomers(owner, PAGE));
    expect(answer).toEqual(remoteAnswer);
    expect(age).toEqual({ fetchedAt: keptAt, unreachable: 'shop.example' });
    const other = { ...PAGE, q: 'a' };
    await expect(callWithAge(() => platform.listCustomers(owner, other))).rejects.toMatchObject({
      code: 'unavailable',
    });
  });

  it('are not made from data that was old when it arrived', async () => {
    const { deployment, platform, owner } = await openCached(8);
    const orders = { ...PAGE, from: '2026-10-01', to: '2026-10-31' };
    const old = { fetchedAt: deployment.clock.now() - HOUR, unreachable: 'till.example' };
    deployment.spoil((own) => ({
      listCustomers(caller, query) {
        recordAnswerAge(old);
        return own.listCustomers(caller, query);
      },
    }));

    expect((await callWithAge(() => platform.listCustomers(owner, PAGE))).age).toEqual(old);
    await callWithAge(() => platform.listOrders(owner, orders));
    deployment.switchOff();

    await waitFor(() => callWithAge(() => platform.listOrders(owner, orders)));
    await expect(callWithAge(() => platform.listCustomers(owner, PAGE))).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('have the current time, whatever the copy answered before in the same call, such as a shop lookup', async () => {
    const { deployment, platform, owner } = await openCached(8);
    const orders = { ...PAGE, from: '2026-10-01', to: '2026-10-31' };
    const { age } = await callWithAge(async () => {
      await platform.listReference(owner, 'shops');
      return platform.listOrders(owner, orders);
    });
    expect(age).toEqual({ fetchedAt: deployment.clock.now(), unreachable: null });
    deployment.switchOff();

    await waitFor(() => callWithAge(() => platform.listOrders(owner, orders)));
  });

  it('are not returned to a reader who cannot see how old they are, such as an export', async () => {
    const { deployment, platform, owner, askAndKeep } = await openCached(8);
    await askAndKeep();
    deployment.switchOff();
    await expect(platform.listCustomers(owner, PAGE)).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('are used no longer than the setting says, as soon as it is lowered', async () => {
    const { deployment, platform, owner, setting, askAndKeep } = await openCached(24);
    await askAndKeep();
    deployment.switchOff();
    deployment.clock.advance(23 * HOUR);
    expect((await callWithAge(() => platform.listCustomers(owner, PAGE))).age).not.toBeNull();
    setting.hours = 8;
    await expect(callWithAge(() => platform.listCustomers(owner, PAGE))).rejects.toMatchObject({ code: 'unavailable' });
  });

  it.skipIf(process.platform === 'win32')('are returned to their own user only', async () => {
    const { kept, answers, askAndKeep } = await openCached(8);
    await askAndKeep();
    for (const file of [...answers(), ...filesIn(kept.folder)]) expect(statSync(file).mode & 0o077).toBe(0);
  });

  it('are removed on time, also at a later start, and within a minute after the setting is lowered', async () => {
    const { deployment, kept, setting, getRetentionMs, answers, askAndKeep } = await openCached(72);
    await askAndKeep();
    const { clock } = deployment;
    const end = startCopySweeps({ directory: kept.directory, clock, log: createLogRecorder().log, getRetentionMs });
    onTestFinished(end);
    await end();
    expect(answers()).toHaveLength(1);
    const endLater = startCopySweeps({
      directory: kept.directory,
      clock,
      log: createLogRecorder().log,
      getRetentionMs,
    });
    onTestFinished(endLater);
    setting.hours = 0;
    clock.advance(60_000);
    await waitFor(() => expect(answers()).toEqual([]));
  });
});
