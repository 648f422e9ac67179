import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { StartError, TemporaryStartError } from '../../../electron/base/errors.ts';
import { proveChallenge } from '../../../electron/base/instance-proof.ts';
import { locateInDataFolder } from '../../../electron/startup/data-folder.ts';
import { lockDataFolder } from '../../../electron/startup/data-folder-lock.ts';
import { type InstanceRecord, publishInstance, readInstance } from '../../../electron/startup/instance-file.ts';
import {
  AlreadyRunning,
  awaitPublishedInstance,
  findRunningInstance,
  type InstanceSearch,
  occupyDataFolder,
} from '../../../electron/startup/single-instance.ts';
import { projectPath } from '../../../scripts/launching/project-paths.mjs';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';

const NONCE = 'ab'.repeat(32);
const OTHER: InstanceRecord = {
  ...{ pid: 200, startedAt: '2026-11-21T09:00:00.000Z', host: 'browser', nonce: NONCE },
  ...{ apiPort: 1, uiPort: null },
};
const NOT_WAITING: InstanceSearch = { fetch, timeoutMs: 0 };

const prove = (challenge: string): string | undefined => proveChallenge(NONCE, challenge);

/** Starts a server that answers the challenge of `/health`. */
function healthServer(answerTo: (challenge: string) => string | undefined, host = '127.0.0.1'): Promise<number> {
  return listening((request, response) => {
    const challenge = new URL(request.url ?? '', 'http://x').searchParams.get('challenge') ?? '';
    response.end(JSON.stringify({ status: 'ok', hmac: answerTo(challenge) }));
  }, host);
}

async function listening(answer: RequestListener, host = '127.0.0.1'): Promise<number> {
  const server: Server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/**
 * Locks a data folder like another program. This works within one process, because SQLite locks each connection
 * separately.
 */
function lockedFolder() {
  const folder = locateInDataFolder(createTemporaryFolder());
  const lock = lockDataFolder(folder.lock);
  if (lock === null) throw new Error('the folder is new, and is locked already');
  onTestFinished(lock.release);
  return { ...folder, release: lock.release };
}

describe('lockDataFolder', () => {
  it('locks a folder for one process at a time, and leaves only its file there', () => {
    const folder = locateInDataFolder(createTemporaryFolder());
    const first = lockDataFolder(folder.lock);
    expect(lockDataFolder(folder.lock)).toBeNull();
    expect(readdirSync(folder.path)).toEqual(['tilldesk.lock']);
    first?.release();
    const second = lockDataFolder(folder.lock);
    expect(second).not.toBeNull();
    second?.release();
  });

  it('is unlocked by the system if its process is killed', async () => {
    const folder = locateInDataFolder(createTemporaryFolder());
    const module = JSON.stringify(projectPath('electron', 'startup', 'data-folder-lock.ts'));
    const script = `const { lockDataFolder } = await import(${module});
      lockDataFolder(${JSON.stringify(folder.lock)});
      console.log('locked');
      setInterval(() => undefined, 1_000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    expect(lockDataFolder(folder.lock)).toBeNull();
    child.kill('SIGKILL');
    await once(child, 'exit');
    const lock = lockDataFolder(folder.lock);
    expect(lock).not.toBeNull();
    lock?.release();
  });
});

describe('occupyDataFolder', () => {
  it('locks a free folder and removes the file of a program that was killed', async () => {
    const folder = locateInDataFolder(createTemporaryFolder());
    publishInstance(folder.instance, OTHER);
    const lock = await occupyDataFolder(folder, NOT_WAITING);
    expect(readInstance(folder.instance)).toBeNull();
    expect(lockDataFolder(folder.lock)).toBeNull();
    lock.release();
  });

  it('names the running program, on whichever address of this computer it proves its identity', async () => {
    const folder = lockedFolder();
    const proofHost = '127.0.0.2';
    publishInstance(folder.instance, { ...OTHER, proofHost, apiPort: await healthServer(prove, proofHost) });
    const refusal = await occupyDataFolder(folder, NOT_WAITING).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(AlreadyRunning);
    expect(refusal).toMatchObject({ instance: { pid: OTHER.pid } });
    expect(await findRunningInstance(folder, NOT_WAITING)).toMatchObject({ pid: OTHER.pid });
  });

  it('waits for another program to publish its address', async () => {
    const folder = lockedFolder();
    const occupied = occupyDataFolder(folder, { fetch, timeoutMs: 60_000 });
    publishInstance(folder.instance, { ...OTHER, apiPort: await healthServer(prove) });
    await expect(occupied).rejects.toBeInstanceOf(AlreadyRunning);
  });

  it('can be waited for without the lock, and not for ever', async () => {
    const folder = lockedFolder();
    expect(await awaitPublishedInstance(folder.instance, { fetch, timeoutMs: 1 })).toBeNull();
    const waiting = awaitPublishedInstance(folder.instance, { fetch, timeoutMs: 60_000 });
    publishInstance(folder.instance, { ...OTHER, apiPort: await healthServer(prove) });
    expect(await waiting).toMatchObject({ pid: OTHER.pid });
  });

  it('waits for another program to end', async () => {
    const folder = lockedFolder();
    const occupied = occupyDataFolder(folder, { fetch, timeoutMs: 60_000 });
    folder.release();
    (await occupied).release();
  });

  it('gives up on a program that publishes no address', async () => {
    const folder = lockedFolder();
    const refusal = await occupyDataFolder(folder, NOT_WAITING).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(TemporaryStartError);
    expect(refusal).toMatchObject({ message: expect.stringContaining('is starting or stopping on this data folder') });
  });

  it('gives up on a program that does not respond, and names its process', async () => {
    const folder = lockedFolder();
    publishInstance(folder.instance, OTHER);
    const silent = () => Promise.reject(new DOMException('no answer in time', 'TimeoutError'));
    await expect(occupyDataFolder(folder, { fetch: silent, timeoutMs: 0 })).rejects.toThrow(
      'already running on this data folder (process 200), but does not answer; end it first.',
    );
  });

  it('refuses a copy of the folder of a running program, and does not change it', async () => {
    const folder = locateInDataFolder(createTemporaryFolder());
    const apiPort = await healthServer(prove);
    publishInstance(folder.instance, { ...OTHER, apiPort });
    const refusal = await occupyDataFolder(folder, NOT_WAITING).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StartError);
    expect(refusal).toMatchObject({
      exitStatus: 2,
      message: expect.stringContaining(
        `${folder.path} is a copy of the data folder that Tilldesk at http://127.0.0.1:${apiPort} is using`,
      ),
    });
    expect(readInstance(folder.instance)).not.toBeNull();
    const lock = lockDataFolder(folder.lock);
    expect(lock).not.toBeNull();
    lock?.release();
  });

  it.each([
    ['another proof', () => 'ab'.repeat(32)],
    ['no proof', () => undefined],
    ['text that is no proof', () => 'xyz'],
    ['the challenge itself', (challenge: string) => challenge],
  ])('does not mistake a program for Tilldesk that responds with %s', async (_, answerTo) => {
    const folder = locateInDataFolder(createTemporaryFolder());
    publishInstance(folder.instance, { ...OTHER, apiPort: await healthServer(answerTo) });
    (await occupyDataFolder(folder, NOT_WAITING)).release();
  });

  it('sends the challenge nowhere else if another user uses the port of a killed program', async () => {
    const folder = locateInDataFolder(createTemporaryFolder());
    let visits = 0;
    const elsewhere = await listening((_, response) => {
      visits += 1;
      response.end('{}');
    });
    const apiPort = await listening((_, response) => {
      response.writeHead(302, { location: `http://127.0.0.1:${elsewhere}/next` }).end();
    });
    publishInstance(folder.instance, { ...OTHER, apiPort });
    (await occupyDataFolder(folder, NOT_WAITING)).release();
    expect(visits).toBe(0);
  });

  it('gives a folder to one of several simultaneous starts', async () => {
    const folder = locateInDataFolder(createTemporaryFolder());
    const apiPort = await healthServer(prove);
    const start = async () => {
      const lock = await occupyDataFolder(folder, { fetch, timeoutMs: 60_000 });
      onTestFinished(lock.release);
      publishInstance(folder.instance, { ...OTHER, apiPort });
    };
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, start));
    const refusals = outcomes.flatMap((outcome) => ('reason' in outcome ? [outcome.reason] : []));
    expect(refusals.map(({ name }) => name)).toEqual(Array(4).fill('AlreadyRunning'));
  });
});
