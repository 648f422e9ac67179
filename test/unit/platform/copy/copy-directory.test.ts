import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createCopyDirectory } from '../../../../electron/platform/copy/copy-directory.ts';
import { getCopyPaths } from '../../../../electron/platform/copy/copy-record.ts';
import { aged, openCopies, openDeployment } from '../../../support/copy-rig.ts';
import { createFixedClock } from '../../../support/fixed-clock.ts';
import { createLogRecorder } from '../../../support/log-recorder.ts';
import { PRODUCT } from '../../../support/shop-fixture.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const PAGE = { start: 0, limit: 200 };
const DAY = 24 * 60 * 60_000;

const HANDLES = '/proc/self/fd';

/** Returns the files in the folder that this process has open. Windows would refuse to remove them. */
function openedIn(folder: string): string[] {
  return readdirSync(HANDLES)
    .map((handle) => {
      try {
        return readlinkSync(join(HANDLES, handle));
      } catch {
        return '';
      }
    })
    .filter((path) => path.startsWith(folder));
}

async function openCopied() {
  const deployment = await openDeployment();
  const kept = openCopies(deployment);
  onTestFinished(kept.close);
  const owner = await kept.signInAndCopy('owner');
  return { deployment, kept, owner };
}

describe('the directory of copies', () => {
  it('lists the copies with their users, and empties them while a program has them open', async () => {
    const { deployment, kept, owner } = await openCopied();
    const { platform } = kept;
    const [copy] = await kept.directory.list();
    expect(copy).toMatchObject({
      baseUrl: 'https://shop.example',
      account: owner.account,
      email: owner.email,
      confirmedAt: deployment.clock.now(),
    });
    expect(copy?.bytes).toBeGreaterThan(10_000);
    // Like another program, which does not have the files open.
    const command = openCopies(deployment, { folder: kept.folder });
    expect((await command.directory.removeAll()).copies).toBe(1);
    expect(readdirSync(kept.folder)).toEqual([]);
    const { answer, age } = await aged(() => platform.searchProducts(owner, PAGE));
    expect(age).toBeNull();
    expect(answer.total).toBeGreaterThan(0);
    deployment.switchOff();
    await expect(platform.searchProducts(owner, PAGE)).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('removes a copy that nobody used for 30 days', async () => {
    const { deployment, kept } = await openCopied();
    await kept.close();
    deployment.clock.advance(29 * DAY);
    await kept.directory.sweep(0);
    expect(await kept.directory.listNames()).toHaveLength(1);
    deployment.clock.advance(DAY);
    await kept.directory.sweep(0);
    expect(readdirSync(kept.folder)).toEqual([]);
    expect(existsSync(kept.folder)).toBe(true);
  });

  it('measures the database size of each copy', async () => {
    const { deployment, kept } = await openCopied();
    await kept.signInAndCopy('staff');
    deployment.clock.advance(60_000);
    const [one = '', other = ''] = await kept.directory.listNames();

    for (const name of [one, other]) expect(kept.directory.getDatabaseBytes(name)).toBeGreaterThan(10_000);
    expect(kept.directory.getDatabaseBytes('nobody')).toBe(0);
  });

  it.runIf(existsSync(HANDLES))('closes the files of a copy before it removes them', async () => {
    const { kept } = await openCopied();
    expect(openedIn(kept.folder)).not.toEqual([]);
    const [name = ''] = await kept.directory.listNames();
    let openedAtRemoval: string[] | null = null;
    const directory = createCopyDirectory({
      ...{ folder: kept.folder, clock: { now: () => 0 }, log: createLogRecorder().log },
    });
    directory.register(name, async () => {
      expect(existsSync(getCopyPaths(kept.folder, name).record)).toBe(false);
      expect(readdirSync(kept.folder).some((file) => file.endsWith('.sqlite'))).toBe(true);
      await kept.close();
      openedAtRemoval = openedIn(kept.folder);
    });
    await directory.removeAll();
    expect(openedAtRemoval).toEqual([]);
    expect(readdirSync(kept.folder)).toEqual([]);
  });

  it('reads a folder without copies, and creates nothing in it', async () => {
    const folder = join(temporaryFolder(), 'copies');
    const { log } = createLogRecorder();
    const directory = createCopyDirectory({ folder, clock: createFixedClock(0), log });

    expect(await directory.list()).toEqual([]);
    expect(await directory.removeAll()).toEqual({ copies: 0, bytes: 0 });
    await directory.sweep(0);
    expect(existsSync(folder)).toBe(false);
  });

  it('empties a copy that is being read, leaves no file open, and fills it again at the next call', async () => {
    const { kept, owner } = await openCopied();
    const reading = Array.from({ length: 20 }, () =>
      kept.platform.findProduct(owner, PRODUCT.cafe).catch((error: unknown) => error),
    );
    expect((await kept.directory.removeAll()).bytes).toBeGreaterThan(0);
    for (const found of await Promise.all(reading)) expect(found).toMatchObject({ id: PRODUCT.cafe });
    if (existsSync(HANDLES)) expect(openedIn(kept.folder)).toEqual([]);
    expect((await aged(() => kept.platform.findProduct(owner, PRODUCT.cafe))).answer?.id).toBe(PRODUCT.cafe);
  });

  it('removes the other copies if the files of one are locked, and says so', async () => {
    const { kept, deployment } = await openCopied();
    await kept.signIn('staff');
    expect(await kept.directory.listNames()).toHaveLength(2);
    // The owner's: it has a database besides its record.
    const [held = ''] = readdirSync(kept.folder).flatMap((file) => /^(\w+)-.*\.sqlite$/.exec(file)?.[1] ?? []);
    const { log } = createLogRecorder();
    const directory = createCopyDirectory({ folder: kept.folder, clock: deployment.clock, log });
    directory.register(held, async () => {
      throw Object.assign(new Error('in use'), { code: 'EBUSY' });
    });
    await expect(directory.removeAll()).rejects.toThrow('some copies could not be removed');
    expect(await kept.directory.listNames()).toEqual([held]);
    expect(await kept.directory.list()).toEqual([]);
  });
});
