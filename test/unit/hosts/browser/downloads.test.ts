import { chmod, mkdir, readdir, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDownloadDirectory, sweepDownloads } from '../../../../electron/hosts/browser/downloads.ts';
import { recordedLog } from '../../session/recorded-log.ts';
import { type RunningUi, startUi } from './running-ui.ts';

let ui: RunningUi;
/** Path of a file that the signed-in user has not made. */
let forbidden: string | null;
beforeEach(async () => {
  forbidden = null;
  ui = await startUi({ mayFetch: async (path) => path !== forbidden });
});

const HOUR_MS = 60 * 60 * 1000;
const ID = 'a'.repeat(22);
const any = async () => true;
const openDirectory = (folder: string, log = recordedLog()) => openDownloadDirectory(folder, ui.clock, log);

/** Sets the time at which a file was written. */
async function age(path: string, hoursAgo: number): Promise<void> {
  const seconds = (ui.clock.now() - hoursAgo * HOUR_MS) / 1000;
  await utimes(path, seconds, seconds);
}
afterEach(() => ui.stop());

describe('GET /downloads/:id', () => {
  it('returns the finished export as a file with its own name', async () => {
    const target = await ui.host.chooseExportTarget('prijslijst café.csv');
    await writeFile(target?.path ?? '', 'sku;title\r\n');
    const answer = await ui.send('GET', target?.download ?? '', { headers: await ui.enter() });
    expect(answer.text).toBe('sku;title\r\n');
    expect(answer.headers).toMatchObject({
      'content-disposition':
        'attachment; filename="prijslijst caf?.csv"; filename*=UTF-8\'\'prijslijst%20caf%C3%A9.csv',
      'content-length': '11',
      'x-content-type-options': 'nosniff',
    });
  });

  it('does not return an export that is still being written', async () => {
    const target = await ui.host.chooseExportTarget('a.csv');
    expect((await ui.send('GET', target?.download ?? '', { headers: await ui.enter() })).status).toBe(404);
  });

  it('does not return the part file of one that is being written', async () => {
    const target = await ui.host.chooseExportTarget('a.csv');
    await writeFile(join(dirname(target?.path ?? ''), '.a.csv.1234.part'), 'half');
    expect((await ui.send('GET', target?.download ?? '', { headers: await ui.enter() })).status).toBe(404);
  });

  it('returns a file that was given another name', async () => {
    const target = await ui.host.chooseExportTarget('a.csv');
    await writeFile(join(dirname(target?.path ?? ''), 'a_INCOMPLETE.csv'), 'some');
    const answer = await ui.send('GET', target?.download ?? '', { headers: await ui.enter() });
    expect(answer.text).toBe('some');
    expect(answer.headers['content-disposition']).toMatch(/filename="?a_INCOMPLETE\.csv/);
  });

  it('returns nothing to a user who did not make it', async () => {
    const target = await ui.host.chooseExportTarget('a.csv');
    await writeFile(target?.path ?? '', 'x');
    const headers = await ui.enter();
    const { status } = await ui.send('GET', target?.download ?? '', { headers });
    forbidden = target?.path ?? '';
    expect(status).toBe(200);
    expect((await ui.send('GET', target?.download ?? '', { headers })).status).toBe(404);
  });

  it('returns the file that was made and no other beside it', async () => {
    const target = await ui.host.chooseExportTarget('b.csv');
    await writeFile(target?.path ?? '', 'made');
    forbidden = join(dirname(target?.path ?? ''), 'a.csv');
    await writeFile(forbidden, 'put there');
    expect((await ui.send('GET', target?.download ?? '', { headers: await ui.enter() })).text).toBe('made');
  });

  it('follows no link in place of its folder', async () => {
    const target = await ui.host.chooseExportTarget('a.csv');
    const place = dirname(target?.path ?? '');
    await writeFile(target?.path ?? '', 'x');
    await rename(place, join(ui.root, 'moved'));
    await symlink(join(ui.root, 'moved'), place);
    expect((await ui.send('GET', target?.download ?? '', { headers: await ui.enter() })).status).toBe(404);
  });

  it('returns nothing if a file is in place of its folder', async () => {
    await writeFile(join(ui.root, 'data', 'exports', ID), 'x');
    expect((await ui.send('GET', `/downloads/${ID}`, { headers: await ui.enter() })).status).toBe(404);
  });

  it('follows no link out of its folder', async () => {
    const target = await ui.host.chooseExportTarget('a.csv');
    await symlink(join(ui.root, 'secret.txt'), target?.path ?? '');
    expect((await ui.send('GET', target?.download ?? '', { headers: await ui.enter() })).status).toBe(404);
  });

  it('stores nothing of an export that was not written', async () => {
    const target = await ui.host.chooseExportTarget('a.csv');
    await target?.release();
    expect(await readdir(join(ui.root, 'data', 'exports'))).toEqual([]);
  });

  it.each(['x', '..', '..%2f..%2fsecret.txt', '%00'])('returns nothing for %s', async (id) => {
    const answer = await ui.send('GET', `/downloads/${id}`, { headers: await ui.enter() });
    expect(answer.status).toBe(404);
  });

  it('stores every export in a separate folder, even under the same name', async () => {
    const [first, second] = [await ui.host.chooseExportTarget('a'), await ui.host.chooseExportTarget('a')];
    expect(first?.path).not.toBe(second?.path);
    expect(first?.download).not.toBe(second?.download);
  });

  it('builds no path from a name', async () => {
    const target = await ui.host.chooseExportTarget('../../secret.txt');
    const place = dirname(target?.path ?? '');
    expect(dirname(place)).toBe(join(ui.root, 'data', 'exports'));
    expect(basename(target?.path ?? '')).toBe('secret.txt');
  });
});

describe('showExport of the browser host', () => {
  const shown = (path: string) => ui.host.showExport({ path, where: 'program' });

  it('returns the download address while the file exists', async () => {
    const target = await ui.host.chooseExportTarget('a.csv');
    const path = target?.path ?? '';
    await writeFile(path, 'x');
    expect(await shown(path)).toEqual({ href: target?.download });
    expect(ui.host.getVisiblePath(path)).toBeNull();
    await rm(path);
    await expect(shown(path)).rejects.toMatchObject({ name: 'BridgeError', failure: { status: 404 } });
  });
});

describe('openDownloadDirectory', () => {
  it('has the files of an earlier run', async () => {
    const folder = join(ui.root, 'earlier');
    const { path, download } = await (await openDirectory(folder)).reserve('a.csv');
    await writeFile(path, 'x');
    const directory = await openDirectory(folder);
    const id = basename(download ?? '');
    expect(await directory.find(id, any)).toEqual({ fileName: 'a.csv', path });
    expect(directory.findId(path)).toBe(id);
  });

  it.each([['..'], ['.'], ['']])('finds nothing under %j', async (id) => {
    const folder = join(ui.root, 'data');
    expect(await (await openDirectory(folder)).find(id, any)).toBeNull();
  });

  it('removes files that are more than a day old, and nothing else', async () => {
    const folder = join(ui.root, 'left');
    for (const [name, hoursAgo] of [
      ['old', 25],
      ['new', 23],
    ] as const) {
      await mkdir(join(folder, name), { recursive: true });
      await writeFile(join(folder, name, '.a.csv.1234.part'), 'half');
      await age(join(folder, name), hoursAgo);
    }
    await openDirectory(folder);
    expect(await readdir(folder)).toEqual(['new']);
  });

  it('removes them when a later file is stored, but checks at most once an hour', async () => {
    const folder = join(ui.root, 'lasting');
    const directory = await openDirectory(folder);
    await mkdir(join(folder, 'old'));
    await age(join(folder, 'old'), 25);
    ui.clock.advance(HOUR_MS - 1);
    await directory.reserve('a.csv');
    expect(await readdir(folder)).toContain('old');
    ui.clock.advance(1);
    await directory.reserve('b.csv');
    expect(await readdir(folder)).not.toContain('old');
  });

  it('finds nothing that is older than a day, whether it is removed yet or not', async () => {
    const directory = await openDirectory(join(ui.root, 'older'));
    const { path, download } = await directory.reserve('a.csv');
    const id = basename(download ?? '');
    await writeFile(path, 'x');
    await age(dirname(path), 23);
    expect(await directory.find(id, any)).not.toBeNull();
    await age(dirname(path), 25);
    expect(await directory.find(id, any)).toBeNull();
  });

  it('opens despite unexpected entries, and removes the old ones', async () => {
    const folder = join(ui.root, 'odd');
    await mkdir(join(folder, 'locked', 'inner'), { recursive: true });
    await symlink('/nowhere', join(folder, 'dangling'));
    await writeFile(join(folder, 'file'), 'x');
    await mkdir(join(folder, 'z old'));
    for (const name of ['locked', 'file', 'z old']) await age(join(folder, name), 25);
    await chmod(join(folder, 'locked'), 0o000);
    await openDirectory(folder);
    await chmod(join(folder, 'locked'), 0o700).catch(() => undefined);
    expect(await readdir(folder)).toEqual(expect.arrayContaining(['dangling']));
    expect(await readdir(folder)).not.toEqual(expect.arrayContaining(['file', 'z old']));
  });

  it.each(['dangling', 'gone'])('logs what it cannot remove and continues: %s', async (name) => {
    const log = recordedLog();
    const folder = join(ui.root, name);
    const before = Date.now() + HOUR_MS;
    if (name === 'dangling') {
      await mkdir(folder);
      await symlink('/nowhere', join(folder, name));
    }
    await sweepDownloads(folder, before, log);
    expect(log.lines.map(({ level }) => level)).toEqual(name === 'gone' ? ['warn'] : []);
  });

  it.each([
    ['in another folder', () => join('/elsewhere', ID, 'a.csv')],
    ['deeper', (folder: string) => join(folder, 'inner', ID, 'a.csv')],
    ['in a folder of another name', (folder: string) => join(folder, 'inner', 'a.csv')],
  ])('does not count a file as its own that lies %s', async (_where, pathIn) => {
    const folder = join(ui.root, 'own');
    const directory = await openDirectory(folder);
    expect(directory.findId(pathIn(folder))).toBeNull();
    expect(directory.findId(join(folder, ID, 'a.csv'))).toBe(ID);
  });
});
