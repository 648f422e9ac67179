import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { getCopyPaths, nameCopy, rightsVersion } from '../../../../electron/platform/copy/copy-record.ts';
import { PlatformError } from '../../../../electron/platform/platform-error.ts';
import { callWithAge, openCopies, openDeployment } from '../../../support/copy-rig.ts';
import { CREDENTIALS, LOCATION, PRODUCT, USER } from '../../../support/shop-fixture.ts';
import { waitFor } from '../../../support/wait-for.ts';

const PAGE = { start: 0, limit: 200 };
const HOUR = 60 * 60_000;
const BASE_URL = 'https://shop.example';

async function openCached(options: Parameters<typeof openCopies>[1] = {}) {
  const deployment = await openDeployment();
  const kept = openCopies(deployment, options);
  onTestFinished(kept.close);
  return { deployment, kept, platform: kept.platform };
}

const textIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');

describe('an attacker of the rights of a copy', () => {
  it('reads nothing of another user of the same account', async () => {
    const { deployment, kept, platform } = await openCached();
    await kept.signInAndCopy('owner');
    const staff = await kept.signIn('staff');
    deployment.switchOff();
    deployment.clock.advance(1_000);
    await expect(callWithAge(() => platform.searchProducts(staff, PAGE))).rejects.toMatchObject({
      code: 'unavailable',
    });
    await expect(callWithAge(() => platform.listReference(staff, 'shops'))).rejects.toMatchObject({
      code: 'unavailable',
    });
  });

  it('reads nothing with the ids of an owner and the rights of a locked user', async () => {
    const { deployment, kept, platform } = await openCached();
    const owner = await kept.signInAndCopy('owner');
    deployment.switchOff();
    const locked = { ...owner, lockedLocation: { id: LOCATION.utrecht, title: 'Utrecht' } };
    await expect(callWithAge(() => platform.searchProducts(locked, PAGE))).rejects.toMatchObject({
      code: 'unavailable',
    });
  });

  it('reads nothing of the same ids at another deployment, in the same folder', async () => {
    const { deployment, kept } = await openCached();
    const owner = await kept.signInAndCopy('owner');
    const other = await openDeployment();
    const further = openCopies(other, { folder: kept.folder, baseUrl: 'https://other.example' });
    onTestFinished(further.close);
    deployment.switchOff();
    other.switchOff();
    await expect(further.platform.identify(owner)).rejects.toMatchObject({ code: 'unavailable' });
    await expect(further.resume('owner')).rejects.toMatchObject({ code: 'unavailable' });
    await expect(callWithAge(() => further.platform.searchProducts(owner, PAGE))).rejects.toMatchObject({
      code: 'unavailable',
    });
  });

  it('reads nothing of a copy that was moved under their own name', async () => {
    const { deployment, kept, platform } = await openCached();
    await kept.signInAndCopy('owner');
    await kept.close();
    const owner = await deployment.remote.signIn(CREDENTIALS.owner);
    const staff = await deployment.remote.signIn(CREDENTIALS.staff);
    for (const file of readdirSync(kept.folder)) {
      const moved = file.replace(nameCopy(BASE_URL, owner), nameCopy(BASE_URL, staff));
      renameSync(join(kept.folder, file), join(kept.folder, moved));
    }
    deployment.switchOff();
    await expect(platform.identify(staff)).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('creates no file outside the folder by the name of an account', async () => {
    const { deployment, kept } = await openCached();
    await deployment.db
      .updateTable('accounts')
      .set({ name: '../../../../tmp/evil\u0000' })
      .where('name', '=', CREDENTIALS.owner.account)
      .execute();
    await kept.platform.signIn({ ...CREDENTIALS.owner, account: '../../../../tmp/evil\u0000' });
    expect(readdirSync(kept.folder)).toEqual([expect.stringMatching(/^[0-9a-f]{32}\.json$/)]);
  });

  it('finds nothing that an earlier version left behind, such as a password hash', async () => {
    const { deployment, kept } = await openCached();
    const owner = await deployment.remote.signIn(CREDENTIALS.owner);
    for (const user of [owner, { ...owner, userId: 99 }]) {
      const folder = join(kept.folder, nameCopy(BASE_URL, user));
      mkdirSync(join(folder, 'grants'), { recursive: true });
      writeFileSync(join(folder, 'user.json'), JSON.stringify({ verifier: '$scrypt$hash' }));
      writeFileSync(join(folder, 'user.json.left-by-a-crash.draft'), '$scrypt$hash');
    }

    await kept.signIn('owner');
    await kept.directory.sweep(0);

    expect(await kept.directory.listNames()).toEqual([nameCopy(BASE_URL, owner)]);
    expect(kept.records.map(({ msg }) => msg)).toContain(
      'a copy was removed: its format is old or damaged; it will be read again',
    );
    expect(textIn(kept.folder)).not.toContain('$scrypt$hash');
  });

  it('finds neither a password nor a grant in the files', async () => {
    const { deployment, kept } = await openCached();
    deployment.spoil((own) => ({
      signIn: async (request) => ({
        ...(await own.signIn(request)),
        upstreamCredential: 'the-grant-of-the-deployment',
      }),
    }));
    await kept.signInAndCopy('owner');
    const text = textIn(kept.folder);
    expect(text).toContain(CREDENTIALS.owner.email);
    expect(text).not.toContain(CREDENTIALS.owner.password);
    expect(text).not.toContain('the-grant-of-the-deployment');
  });
});

describe('changed rights', () => {
  it('remove the earlier copy as soon as they are known', async () => {
    const { deployment, kept, platform } = await openCached();
    const owner = await kept.signInAndCopy('owner');
    const lock = { locked_location_id: LOCATION.utrecht };
    await deployment.db.updateTable('users').set(lock).where('id', '=', USER.owner).execute();
    deployment.clock.advance(31_000);
    const locked = await platform.identify(owner);
    expect(locked?.lockedLocation?.id).toBe(LOCATION.utrecht);
    deployment.switchOff();
    await expect(callWithAge(() => platform.searchProducts(owner, PAGE))).rejects.toMatchObject({
      code: 'unavailable',
    });
    if (locked === null) throw new Error('the user is locked, not gone');
    await expect(callWithAge(() => platform.searchProducts(locked, PAGE))).rejects.toMatchObject({
      code: 'unavailable',
    });
    expect(existsSync(getCopyPaths(kept.folder, nameCopy(BASE_URL, owner)).database(rightsVersion(owner)))).toBe(false);
  });

  it('are noticed while a copy is updated, even if nobody asks who the user is', async () => {
    const { deployment, kept } = await openCached();
    await kept.signInAndCopy('owner');
    await deployment.db.updateTable('users').set({ is_active: 0 }).where('id', '=', USER.owner).execute();
    deployment.clock.advance(20_000);
    await waitFor(() => expect(readdirSync(kept.folder)).toEqual([]));
  });

  it('remove the copy of a user whose former password is refused', async () => {
    const { deployment, kept } = await openCached();
    await kept.signInAndCopy('owner');
    deployment.spoil(() => ({
      signIn: async () => {
        throw new PlatformError('credentials_refused', 'No.');
      },
    }));
    // Anybody can enter a wrong password.
    await expect(kept.signIn('owner')).rejects.toMatchObject({ code: 'credentials_refused' });
    expect(await kept.directory.listNames()).toHaveLength(1);
    await expect(kept.resume('owner')).rejects.toMatchObject({ code: 'credentials_refused' });
    expect(readdirSync(kept.folder)).toEqual([]);
    deployment.switchOff();
    await expect(kept.resume('owner')).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('end with a refused grant, also when the deployment is unavailable later, and do not begin with one', async () => {
    const { deployment, kept, platform } = await openCached();
    const owner = { ...(await kept.signInAndCopy('owner')), upstreamCredential: 'one' };
    deployment.spoil(() => ({
      identify: async () => {
        throw new PlatformError('session_ended', 'Sign in again.');
      },
    }));
    await expect(platform.identify(owner)).rejects.toMatchObject({ code: 'session_ended' });
    deployment.switchOff();
    await expect(platform.identify(owner)).rejects.toMatchObject({ code: 'unavailable' });
    await expect(platform.identify({ ...owner, upstreamCredential: 'two' })).rejects.toMatchObject({
      code: 'unavailable',
    });
  });
});

it('a credential that ended is not confirmed by an earlier response', async () => {
  const { deployment, kept, platform } = await openCached();
  const owner = { ...(await kept.signInAndCopy('owner')), upstreamCredential: 'one' };
  await platform.identify(owner);
  deployment.spoil(() => ({
    listCustomers: async () => {
      throw new PlatformError('session_ended', 'Sign in again.');
    },
  }));
  await expect(platform.listCustomers(owner, PAGE)).rejects.toMatchObject({ code: 'session_ended' });

  // The adapter remembers it for some seconds.
  expect(await platform.identify(owner)).toMatchObject({ userId: owner.userId });

  deployment.switchOff();
  await expect(platform.identify(owner)).rejects.toMatchObject({ code: 'unavailable' });
});

describe('signing in while the deployment is unavailable', () => {
  it.each(['the right password', 'a wrong one'])('is refused with %s, because nobody can check it', async (which) => {
    const { deployment, kept } = await openCached();
    await kept.signInAndCopy('owner');
    deployment.switchOff();
    const password = which === 'a wrong one' ? 'wrong' : CREDENTIALS.owner.password;
    await expect(kept.platform.signIn({ ...CREDENTIALS.owner, password })).rejects.toMatchObject({
      code: 'unavailable',
    });
  });
});

describe('an earlier session, while the deployment is unavailable', () => {
  it('continues after a restart, and reads the copy only', async () => {
    const { deployment, kept } = await openCached();
    await kept.signInAndCopy('owner');
    await kept.close();
    deployment.switchOff();
    deployment.clock.advance(71 * HOUR);
    const restarted = openCopies(deployment, { folder: kept.folder });
    onTestFinished(restarted.close);
    const owner = await restarted.resume('owner');
    expect(await restarted.platform.identify(owner)).toEqual(owner);
    const { answer, age } = await callWithAge(() => restarted.platform.findProduct(owner, PRODUCT.cafe));
    expect(answer?.id).toBe(PRODUCT.cafe);
    expect(age?.unreachable).toBe('shop.example');
    await expect(restarted.platform.listCustomers(owner, PAGE)).rejects.toMatchObject({ code: 'unavailable' });
  });

  it.each([
    ['another user', CREDENTIALS.staff],
    ['another account', { account: 'beta' }],
  ])('is refused as %s', async (_, wrong) => {
    const { deployment, kept } = await openCached();
    await kept.signInAndCopy('owner');
    deployment.switchOff();
    const request = { ...CREDENTIALS.owner, ...wrong, isRemembered: true };
    await expect(kept.platform.signIn(request)).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('continues if it was confirmed within 72 hours, however long ago its user signed in', async () => {
    const { deployment, kept, platform } = await openCached();
    const owner = await kept.signInAndCopy('owner');
    deployment.clock.advance(80 * HOUR);
    await platform.identify(owner);
    deployment.switchOff();
    deployment.clock.advance(71 * HOUR);
    expect(await kept.resume('owner')).toMatchObject({ userId: owner.userId });
  });

  it('is refused 72 hours after its last confirmation, and so is an earlier token', async () => {
    const { deployment, kept, platform } = await openCached();
    const owner = await kept.signInAndCopy('owner');
    deployment.switchOff();
    deployment.clock.advance(72 * HOUR);
    await expect(kept.resume('owner')).rejects.toMatchObject({ code: 'unavailable' });
    await expect(platform.identify(owner)).rejects.toMatchObject({ code: 'unavailable' });
    await expect(callWithAge(() => platform.searchProducts(owner, PAGE))).rejects.toMatchObject({
      code: 'unavailable',
    });
  });

  it('continues if the deployment is too slow for this user only', async () => {
    const { deployment, kept, platform } = await openCached();
    await kept.signInAndCopy('owner');
    const late = async () => {
      throw new PlatformError('timeout', 'Not in time.');
    };
    deployment.spoil(() => ({ signIn: late, identify: late, readChanges: late }));
    const owner = await kept.resume('owner');
    expect(await platform.identify(owner)).toEqual(owner);
    const { age } = await callWithAge(() => platform.searchProducts(owner, PAGE));
    expect(age?.unreachable).toBe('shop.example');
  });

  it('has to sign in again once it is back, and then continues', async () => {
    const { deployment, kept, platform } = await openCached();
    await kept.signInAndCopy('owner');
    deployment.switchOff();
    const resumed = await kept.resume('owner');
    deployment.switchOn();
    deployment.clock.advance(HOUR);
    deployment.takeAsked();
    await expect(platform.identify(resumed)).rejects.toMatchObject({
      ...{ code: 'session_ended', isPasswordRefused: false },
    });
    const owner = await kept.resume('owner');
    expect(deployment.takeAsked()).toContain('signIn');
    expect((await platform.listCustomers(owner, PAGE)).total).toBeGreaterThan(0);
  });

  it('loses its copy if the deployment refuses its password once it is back', async () => {
    const { deployment, kept, platform } = await openCached();
    await kept.signInAndCopy('owner');
    deployment.switchOff();
    const owner = await kept.resume('owner');
    await deployment.db.updateTable('users').set({ is_active: 0 }).where('id', '=', USER.owner).execute();
    deployment.switchOn();
    deployment.clock.advance(HOUR);
    await expect(platform.identify(owner)).rejects.toMatchObject({ code: 'session_ended' });
    await expect(kept.resume('owner')).rejects.toMatchObject({ code: 'credentials_refused' });
    // A reading in progress may be the first to notice.
    await waitFor(() => expect(readdirSync(kept.folder)).toEqual([]));
  });

  it('gets a credential that is useless to another run and to another user', async () => {
    const { deployment, kept } = await openCached();
    await kept.signInAndCopy('owner');
    await kept.signInAndCopy('staff');
    deployment.switchOff();
    const owner = await kept.resume('owner');
    const crossed = { ...owner, userId: USER.staff };
    await expect(kept.platform.identify(crossed)).rejects.toMatchObject({ code: 'unavailable' });
    await kept.close();
    const restarted = openCopies(deployment, { folder: kept.folder });
    onTestFinished(restarted.close);
    await expect(restarted.platform.identify(owner)).rejects.toMatchObject({ code: 'session_ended' });
    await expect(callWithAge(() => restarted.platform.searchProducts(owner, PAGE))).rejects.toMatchObject({
      code: 'unavailable',
    });
  });
});
