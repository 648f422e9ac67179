import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { behaviour, dialog, electronCalls } from '../../../support/electron-stand-in.ts';
import { createTemporaryFolder } from '../../../support/temporary-folder.ts';
import { forgetStandIn, makeHost } from './made-host.ts';

beforeEach(forgetStandIn);

const OVERWRITE = 0;
const CANCEL = 1;

const listDialogs = (dialog: 'showSaveDialog' | 'showMessageBox') =>
  electronCalls.steps.filter((step) => step.startsWith(dialog)).map((step) => JSON.parse(step.slice(dialog.length)));

describe('chooseExportTarget', () => {
  it.each([
    ['prijslijst.csv', 'CSV', 'csv'],
    ['rapport.xlsx', 'XLSX', 'xlsx'],
  ])('asks for %s with the dialog of the system, in the downloads folder first', async (name, kind, extension) => {
    behaviour.savedPath = `/downloads/${name}`;
    expect(await makeHost().chooseExportTarget(name)).toMatchObject({ path: `/downloads/${name}`, download: null });
    expect(listDialogs('showSaveDialog')).toEqual([
      {
        defaultPath: join('/downloads', name),
        filters: [{ name: kind, extensions: [extension] }],
        properties: ['showOverwriteConfirmation', 'createDirectory'],
      },
    ]);
    expect(listDialogs('showMessageBox')).toEqual([]);
  });

  it('returns nothing if the user cancelled', async () => {
    behaviour.isSaveCanceled = true;
    expect(await makeHost().chooseExportTarget('a.csv')).toBeNull();
  });

  it('starts in the folder that was chosen last, also after a restart', async () => {
    const host = makeHost();
    behaviour.savedPath = '/boekhouding/2026/a.csv';
    await host.chooseExportTarget('a.csv');
    expect(host.settings.read().exportFolder).toBe('/boekhouding/2026');
    behaviour.isSaveCanceled = true;
    await makeHost('linux', host.settings.read()).chooseExportTarget('b.csv');
    expect(listDialogs('showSaveDialog').at(-1).defaultPath).toBe(join('/boekhouding/2026', 'b.csv'));
  });

  it.each([
    ['omzet', 'omzet.csv'],
    ['omzet.2026', 'omzet.2026.csv'],
    ['omzet.CSV', 'omzet.CSV'],
  ])('adds to the typed name %s the extension that Linux does not add', async (typed, written) => {
    const folder = createTemporaryFolder();
    behaviour.savedPath = join(folder, typed);
    const target = await makeHost().chooseExportTarget('a.csv');
    expect(target?.path).toBe(join(folder, written));
  });

  it('asks before it overwrites a file that the Linux dialog did not notice', async () => {
    const folder = createTemporaryFolder();
    writeFileSync(join(folder, 'omzet.csv'), 'of last month');
    behaviour.savedPath = join(folder, 'omzet');
    behaviour.pressedButton = OVERWRITE;
    const target = await makeHost('linux', { language: 'nl' }).chooseExportTarget('a.csv');
    expect(target?.path).toBe(join(folder, 'omzet.csv'));
    expect(listDialogs('showMessageBox')).toEqual([
      expect.objectContaining({
        message: 'omzet.csv bestaat al. Wilt u het bestand vervangen?',
        buttons: ['Vervangen', 'Annuleren'],
        defaultId: CANCEL,
        cancelId: CANCEL,
      }),
    ]);
  });

  it('asks for another name if the file may not be overwritten', async () => {
    const folder = createTemporaryFolder();
    writeFileSync(join(folder, 'omzet.csv'), 'of last month');
    behaviour.savedPath = join(folder, 'omzet');
    behaviour.pressedButton = CANCEL;
    const box = dialog.showMessageBox;
    // After the question, the user cancels the second dialog.
    dialog.showMessageBox = (...options) => {
      behaviour.isSaveCanceled = true;
      return box(...options);
    };
    try {
      expect(await makeHost('linux', { language: 'en' }).chooseExportTarget('a.csv')).toBeNull();
    } finally {
      dialog.showMessageBox = box;
    }
    expect(listDialogs('showSaveDialog').map(({ defaultPath }) => defaultPath)).toEqual([
      join('/downloads', 'a.csv'),
      join(folder, 'omzet.csv'),
    ]);
  });
});
