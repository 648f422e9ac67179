import { chmodSync, lstatSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { proveChallenge } from '../../../electron/base/instance-proof.ts';
import { claimInstance, readInstance } from '../../../electron/startup/instance-file.ts';
import {
  AlreadyRunning,
  type InstanceSearch,
  isAlive,
  occupyDataFolder,
} from '../../../electron/startup/single-instance.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const SELF = { pid: 100, startedAt: '2026-11-21T10:00:00.000Z', host: 'browser' } as const;
const OTHER = { pid: 200, startedAt: '2026-11-21T09:00:00.000Z', host: 'browser' } as const;

function search(overrides: Partial<InstanceSearch> = {}): InstanceSearch {
  return { fetch, isAlive: (pid) => pid === OTHER.pid, startingTimeoutMs: 0, ...overrides };
}

/** A server that answers the challenge of `/health` by `prove`. */
function healthServer(prove: (challenge: string) => string | undefined, host = '127.0.0.1'): Promise<number> {
  return listening((request, response) => {
    const challenge = new URL(request.url ?? '', 'http://x').searchParams.get('challenge') ?? '';
    response.end(JSON.stringify({ status: 'ok', hmac: prove(challenge) }));
  }, host);
}

async function listening(answer: RequestListener, host = '127.0.0.1'): Promise<number> {
  const server: Server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

function otherClaim(file: string, apiPort?: number): string {
  const claim = claimInstance(file, OTHER);
  if (apiPort !== undefined) claim?.publish({ apiPort, uiPort: null });
  return claim?.nonce ?? '';
}

const instanceFile = () => join(temporaryFolder(), 'instance.json');

describe('another user of the computer', () => {
  it('who holds the port of a file left behind sends the challenge nowhere else', async () => {
    const file = instanceFile();
    let visits = 0;
    const elsewhere = await listening((_, response) => {
      visits += 1;
      response.end('{}');
    });
    const port = await listening((_, response) => {
      response.writeHead(302, { location: `http://127.0.0.1:${elsewhere}/next` }).end();
    });
    otherClaim(file, port);

    await occupyDataFolder(file, SELF, search());

    expect(visits).toBe(0);
    expect(readInstance(file)).toMatchObject({ pid: SELF.pid });
  });

  it('who takes the number of a process that has ended, and answers nothing at its port, keeps nobody from starting', async () => {
    const file = instanceFile();
    otherClaim(file, 4870);
    const silent = () => Promise.reject(new DOMException('no answer in time', 'TimeoutError'));
    const notPermitted = () => {
      throw Object.assign(new Error('not permitted'), { code: 'EPERM' });
    };
    const ofAnotherUser = (pid: number) => isAlive(pid, notPermitted, 'linux');

    await occupyDataFolder(file, SELF, search({ fetch: silent, isAlive: ofAnotherUser }));

    expect(readInstance(file)).toMatchObject({ pid: SELF.pid });
  });
});

describe('isAlive', () => {
  const failing = (code: string) => () => {
    throw Object.assign(new Error(code), { code });
  };

  it('is so of a process that a signal reaches, but for this one', () => {
    expect(isAlive(OTHER.pid, () => true)).toBe(true);
    expect(isAlive(process.pid, () => true)).toBe(false);
    expect(isAlive(OTHER.pid, failing('ESRCH'), 'win32')).toBe(false);
  });

  it('is so of an elevated process of the same user on Windows', () => {
    expect(isAlive(OTHER.pid, failing('EPERM'), 'win32')).toBe(true);
  });
});

describe('occupyDataFolder', () => {
  it('takes a free folder', async () => {
    const file = instanceFile();
    const claim = await occupyDataFolder(file, SELF, search());
    expect(readInstance(file)).toMatchObject({ pid: SELF.pid, nonce: claim.nonce });
  });

  it('finds the program that proves to have written the file, and leaves the file to it', async () => {
    const file = instanceFile();
    const nonces: string[] = [];
    const port = await healthServer((challenge) => proveChallenge(nonces[0] ?? '', challenge));
    nonces.push(otherClaim(file, port));
    const refusal = await occupyDataFolder(file, SELF, search()).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(AlreadyRunning);
    expect(refusal).toMatchObject({ instance: { pid: OTHER.pid, apiPort: port } });
    expect(readInstance(file)).toMatchObject({ pid: OTHER.pid });
  });

  it('is refused while a living program has the folder and does not answer, and leaves the file to it', async () => {
    const file = instanceFile();
    otherClaim(file, 4870);
    const silent = () => Promise.reject(new DOMException('no answer in time', 'TimeoutError'));
    await expect(occupyDataFolder(file, SELF, search({ fetch: silent }))).rejects.toThrow(
      `already (process ${OTHER.pid}), but does not answer; end it first.`,
    );
    expect(readInstance(file)).toMatchObject({ pid: OTHER.pid });
  });

  it('finds a server that proves itself on another address of this computer', async () => {
    const file = instanceFile();
    const claim = claimInstance(file, OTHER);
    const proofHost = '127.0.0.2';
    const apiPort = await healthServer((challenge) => proveChallenge(claim?.nonce ?? '', challenge), proofHost);
    claim?.publish({ apiPort, proofHost, uiPort: null });
    await expect(occupyDataFolder(file, SELF, search())).rejects.toThrow(AlreadyRunning);
  });

  it('replaces the file of a process that has ended', async () => {
    const file = instanceFile();
    otherClaim(file, 4870);
    await occupyDataFolder(file, SELF, search({ isAlive: () => false }));
    expect(readInstance(file)).toMatchObject({ pid: SELF.pid });
  });

  it.each([
    ['another proof', () => 'ab'.repeat(32)],
    ['no proof', () => undefined],
    ['text that is no proof', () => 'xyz'],
    ['the challenge itself', (challenge: string) => challenge],
  ])('replaces the file when the port answers with %s', async (_, prove) => {
    const file = instanceFile();
    otherClaim(file, await healthServer(prove));
    await occupyDataFolder(file, SELF, search());
    expect(readInstance(file)).toMatchObject({ pid: SELF.pid });
  });

  it('replaces the file when nobody answers on the port', async () => {
    const file = instanceFile();
    otherClaim(file, 1);
    await occupyDataFolder(file, SELF, search());
    expect(readInstance(file)).toMatchObject({ pid: SELF.pid });
  });

  it('replaces a file that cannot be read as one', async () => {
    const file = instanceFile();
    writeFileSync(file, '{');
    await occupyDataFolder(file, SELF, search());
    expect(readInstance(file)).toMatchObject({ pid: SELF.pid });
  });

  it('waits for a start under way before it judges', async () => {
    const file = instanceFile();
    const claim = claimInstance(file, OTHER);
    const port = await healthServer((challenge) => proveChallenge(claim?.nonce ?? '', challenge));
    let looks = 0;
    const isAlive = () => {
      looks += 1;
      if (looks === 2) claim?.publish({ apiPort: port, uiPort: null });
      return true;
    };
    const occupied = occupyDataFolder(file, SELF, search({ isAlive, startingTimeoutMs: 10_000 }));
    await expect(occupied).rejects.toBeInstanceOf(AlreadyRunning);
  });

  it('leaves the folder to a start that shows that it goes on, however long', async () => {
    const file = instanceFile();
    const nonce = otherClaim(file);
    const isAlive = () => {
      utimesSync(file, new Date(), new Date(Date.now() + 1_000));
      return true;
    };
    const occupied = occupyDataFolder(file, SELF, search({ isAlive, startingTimeoutMs: 200 }));
    await expect(occupied).rejects.toThrow('Another Tilldesk is starting on this data folder just now.');
    expect(readInstance(file)).toMatchObject({ pid: OTHER.pid, nonce });
  });

  it('does not wait for ever for a start under way', async () => {
    const file = instanceFile();
    claimInstance(file, OTHER);
    await occupyDataFolder(file, SELF, search());
    expect(readInstance(file)).toMatchObject({ pid: SELF.pid });
  });

  it.each([null, '{', JSON.stringify({ ...OTHER, apiPort: 1, uiPort: null, nonce: 'ab'.repeat(32) })])(
    'gives a folder to one of several starts at the same moment, where %j was left',
    async (left) => {
      const file = instanceFile();
      if (left !== null) writeFileSync(file, left, { mode: 0o600 });
      const retrying = search({ isAlive: (pid) => pid !== OTHER.pid, startingTimeoutMs: 4_000 });
      const start = async (_: unknown, at: number) => {
        const claim = await occupyDataFolder(file, { ...SELF, pid: 300 + at }, retrying);
        const port = await healthServer((challenge) => proveChallenge(claim.nonce, challenge));
        claim.publish({ apiPort: port, uiPort: null });
      };
      const outcomes = await Promise.allSettled(Array.from({ length: 5 }, start));
      const refusals = outcomes.flatMap((outcome) => ('reason' in outcome ? [outcome.reason] : []));
      expect(refusals.map(({ name }) => name)).toEqual(Array(4).fill('AlreadyRunning'));
    },
  );

  it.each(['to a file', 'to nothing'])('believes no link %s, and leaves what it leads to', async (kind) => {
    const file = instanceFile();
    const elsewhere = `${file}.elsewhere`;
    const port = await healthServer((challenge) => proveChallenge('ab'.repeat(32), challenge));
    const planted = JSON.stringify({ ...OTHER, apiPort: port, uiPort: null, nonce: 'ab'.repeat(32) });
    if (kind === 'to a file') writeFileSync(elsewhere, planted, { mode: 0o600 });
    symlinkSync(elsewhere, file);
    await occupyDataFolder(file, SELF, search());
    expect(readInstance(file)).toMatchObject({ pid: SELF.pid });
    expect(lstatSync(file).isSymbolicLink()).toBe(false);
    if (kind === 'to a file') expect(readFileSync(elsewhere, 'utf8')).toBe(planted);
  });

  it('believes no file that others may write to', async () => {
    const file = instanceFile();
    const port = await healthServer((challenge) => proveChallenge('ab'.repeat(32), challenge));
    writeFileSync(file, JSON.stringify({ ...OTHER, apiPort: port, uiPort: null, nonce: 'ab'.repeat(32) }));
    chmodSync(file, 0o666);
    await occupyDataFolder(file, SELF, search());
    expect(readInstance(file)).toMatchObject({ pid: SELF.pid });
  });
});
