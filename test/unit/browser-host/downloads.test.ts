import { mkdir, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contentDisposition } from '../../../electron/browser-host/content-disposition.ts';
import { openDownloadShelf } from '../../../electron/browser-host/download-shelf.ts';
import { type RunningUi, startUi } from './running-ui.ts';

let ui: RunningUi;
beforeEach(async () => {
  ui = await startUi();
});
afterEach(() => ui.stop());

describe('GET /downloads/:id', () => {
  it('answers the finished export as a file with its own name', async () => {
    const target = await ui.host.chooseExportTarget('prijslijst café.csv');
    await writeFile(target?.path ?? '', 'sku;title\r\n');
    const answer = await ui.send('GET', target?.download ?? '', { headers: await ui.enter() });
    expect(answer.text).toBe('sku;title\r\n');
    expect(answer.headers).toMatchObject({
      'content-disposition':
        'attachment; filename="prijslijst caf_.csv"; filename*=UTF-8\'\'prijslijst%20caf%C3%A9.csv',
      'content-length': '11',
      'x-content-type-options': 'nosniff',
    });
  });

  it('does not have an export that is still being written', async () => {
    const target = await ui.host.chooseExportTarget('a.csv');
    expect((await ui.send('GET', target?.download ?? '', { headers: await ui.enter() })).status).toBe(404);
  });

  it('does not have the part of one that is being written', async () => {
    const target = await ui.host.chooseExportTarget('a.csv');
    await writeFile(join(dirname(target?.path ?? ''), '.a.csv.1234.part'), 'half');
    expect((await ui.send('GET', target?.download ?? '', { headers: await ui.enter() })).status).toBe(404);
  });

  it('answers a file that was given another name', async () => {
    const target = await ui.host.chooseExportTarget('a.csv');
    await writeFile(join(dirname(target?.path ?? ''), 'a_INCOMPLETE.csv'), 'some');
    const answer = await ui.send('GET', target?.download ?? '', { headers: await ui.enter() });
    expect(answer.text).toBe('some');
    expect(answer.headers['content-disposition']).toContain('filename="a_INCOMPLETE.csv"');
  });

  it('answers no link out of its folder', async () => {
    const target = await ui.host.chooseExportTarget('a.csv');
    await symlink(join(ui.root, 'secret.txt'), target?.path ?? '');
    expect((await ui.send('GET', target?.download ?? '', { headers: await ui.enter() })).status).toBe(404);
  });

  it('keeps nothing of an export that was not written', async () => {
    const target = await ui.host.chooseExportTarget('a.csv');
    await target?.release();
    expect(await readdir(join(ui.root, 'data', 'exports'))).toEqual([]);
  });

  it.each(['x', '..', '..%2f..%2fsecret.txt', '%00'])('does not have %s', async (id) => {
    const answer = await ui.send('GET', `/downloads/${id}`, { headers: await ui.enter() });
    expect(answer.status).toBe(404);
  });

  it('gives every export a place of its own, also under one name', async () => {
    const [first, second] = [await ui.host.chooseExportTarget('a'), await ui.host.chooseExportTarget('a')];
    expect(first?.path).not.toBe(second?.path);
    expect(first?.download).not.toBe(second?.download);
  });

  it('makes no path from a name', async () => {
    const target = await ui.host.chooseExportTarget('../../secret.txt');
    const place = dirname(target?.path ?? '');
    expect(dirname(place)).toBe(join(ui.root, 'data', 'exports'));
    expect(basename(target?.path ?? '')).toBe('secret.txt');
  });
});

describe('showExport of the browser host', () => {
  const shown = (path: string) => ui.host.showExport({ path, where: 'program' });

  it('answers where the page fetches the file, as long as it is there', async () => {
    const target = await ui.host.chooseExportTarget('a.csv');
    const path = target?.path ?? '';
    await writeFile(path, 'x');
    expect(await shown(path)).toEqual({ href: target?.download });
    expect(ui.host.placeOf(path)).toBeNull();
    await rm(path);
    await expect(shown(path)).rejects.toMatchObject({ name: 'BridgeError', failure: { status: 404 } });
  });
});

describe('openDownloadShelf', () => {
  it('has the files of an earlier run', async () => {
    const folder = join(ui.root, 'earlier');
    const { path, download } = await (await openDownloadShelf(folder, ui.clock)).reserve('a.csv');
    await writeFile(path, 'x');
    const shelf = await openDownloadShelf(folder, ui.clock);
    const id = basename(download ?? '');
    expect(await shelf.find(id)).toEqual({ fileName: 'a.csv', path });
    expect(shelf.idOf(path)).toBe(id);
  });

  it.each([['..'], ['.'], ['']])('finds nothing under %j', async (id) => {
    const folder = join(ui.root, 'data');
    expect(await (await openDownloadShelf(folder, ui.clock)).find(id)).toBeNull();
  });

  it('removes what was left there more than a day ago, and nothing else', async () => {
    const folder = join(ui.root, 'left');
    for (const [name, hoursAgo] of [
      ['old', 25],
      ['new', 23],
    ] as const) {
      await mkdir(join(folder, name), { recursive: true });
      const seconds = ui.clock.now() / 1000 - hoursAgo * 3600;
      await utimes(join(folder, name), seconds, seconds);
    }
    await openDownloadShelf(folder, ui.clock);
    expect(await readdir(folder)).toEqual(['new']);
  });
});

describe('contentDisposition', () => {
  it.each([
    ['a.csv', 'attachment; filename="a.csv"; filename*=UTF-8\'\'a.csv'],
    ['a"b\\c.csv', 'attachment; filename="a_b_c.csv"; filename*=UTF-8\'\'a%22b%5Cc.csv'],
    ["o'k (1)*.csv", "attachment; filename=\"o'k (1)*.csv\"; filename*=UTF-8''o%27k%20%281%29%2A.csv"],
    [
      'a\r\nset-cookie: x',
      'attachment; filename="a__set-cookie: x"; filename*=UTF-8\'\'a%0D%0Aset-cookie%3A%20x',
    ],
  ])('names %j', (name, header) => {
    expect(contentDisposition(name)).toBe(header);
  });
});
