import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readMe } from '../../../shared/contract/auth.ts';
import { createShopFolder } from '../../support/export-command.ts';
import { startFixtureService } from '../../support/fixture-service.ts';
import { runProgram } from '../../support/program-process.ts';
import { CREDENTIALS, USER } from '../../support/shop-fixture.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';

const OWNER = ['--account', 'alpha', '--email', CREDENTIALS.owner.email];

const keys = (...argv: string[]) => runProgram('keys', argv);

describe('npm run keys', { timeout: 60_000 }, () => {
  it('creates, lists and revokes keys while the service runs on the same store', async () => {
    const { folder, file } = await createShopFolder();
    const service = await startFixtureService({ file });
    const data = ['--data-dir', folder];

    const made = await keys('create', ...OWNER, '--name', 'Excel', ...data);
    expect(made).toMatchObject({ status: 0, err: '' });
    const [key = ''] = /tdk_[0-9A-Za-z]{36}/.exec(made.out) ?? [];
    const me = await service.read(readMe, { token: key });
    expect(me).toMatchObject({ user: { id: USER.owner }, auth: { kind: 'api_key', expires_at: null } });

    const listed = await keys('list', ...data);
    expect(listed.out).toMatch(/1 +Excel +alpha +owner@alpha\.example .* never/);
    expect(listed.out).not.toContain('tdk_');
    expect(readFileSync(file).includes(key)).toBe(false);

    expect(await keys('revoke', '1', ...data)).toMatchObject({ status: 0, err: '' });
    expect((await service.refusal('GET', readMe.path, { token: key })).status).toBe(401);
    expect(await keys('revoke', '1', ...data)).toMatchObject({ status: 1, out: '' });
    await service.stop();
  });

  it('creates no key for a deactivated user', async () => {
    const { folder } = await createShopFolder();
    const gone = ['--account', 'alpha', '--email', CREDENTIALS.gone.email, '--name', 'x'];
    const { status, out, err } = await keys('create', ...gone, '--data-dir', folder);
    expect([status, out]).toEqual([1, '']);
    expect(err).toMatch(/^Account alpha has no user gone@alpha\.example who can sign in here\.\n$/);
  });

  it('says that it assumes the default port if the settings are broken', async () => {
    const { folder } = await createShopFolder();
    writeFileSync(join(folder, 'settings.json'), '{');
    const made = await keys('create', ...OWNER, '--name', 'Excel', '--data-dir', folder);
    expect(made.status).toBe(0);
    expect(made.err).toBe('The settings cannot be read: the default port 4870 is assumed.\n');
    expect(made.out).toContain('http://127.0.0.1:4870');
  });

  it('does not create a missing store', async () => {
    const folder = join(createTemporaryFolder(), 'mistyped');
    const { status, err } = await keys('list', '--data-dir', folder);
    expect(status).toBe(1);
    expect(existsSync(folder)).toBe(false);
    expect(err).toMatch(
      /^There is no shop in .* yet: start Tilldesk once, or name its data folder with --data-dir\.\n$/,
    );
  });

  it('fails with status 2 and one sentence for a wrong option', async () => {
    const { status, err } = await keys('list', '--colour');
    expect(status).toBe(2);
    expect(err).toMatch(/^Unknown option '--colour'; --help shows the commands\.\n$/);
  });
});
