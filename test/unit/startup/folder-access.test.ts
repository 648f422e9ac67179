import { chmodSync, chownSync, lchownSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { usualDataFolder } from '../../../electron/config/config.ts';
import { folderRules, prepareDataFolder } from '../../../electron/startup/data-folder.ts';
import { type FolderRules, type Identity, secureFolder } from '../../../electron/startup/folder-access.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const DESKTOP: FolderRules = { isServer: false, acceptsShared: false, isUsual: false };
const SERVER: FolderRules = { isServer: true, acceptsShared: false, isUsual: false };
const SHARED: FolderRules = { isServer: false, acceptsShared: true, isUsual: false };
const OWN_FILES = ['tilldesk.sqlite', 'settings.json'];
const ATTACKER = 4242;
const isRoot = process.getuid?.() === 0;

/** The user who runs the tests, with what is said of their groups. */
function identity(changes: Partial<Identity> = {}): Identity {
  const { uid, gid } = statSync(temporaryFolder());
  return { uid, groups: [gid], hasGroupToItself: () => false, ...changes };
}

function secure(path: string, rules = DESKTOP, deps: Partial<Parameters<typeof secureFolder>[3]> = {}) {
  return secureFolder(path, OWN_FILES, rules, { identity: identity(), chmod: chmodSync, ...deps });
}

/** A folder below one of its own, whose mode a test can change. */
function folderWithMode(mode: number, files: readonly string[] = []): string {
  const path = join(temporaryFolder(), 'data');
  mkdirSync(path);
  for (const name of files) writeFileSync(join(path, name), '{}', { mode: 0o600 });
  chmodSync(path, mode);
  return path;
}

const modeOf = (path: string) => statSync(path).mode & 0o7777;

describe.skipIf(process.platform === 'win32')('a data folder that somebody else has made', () => {
  // As anybody but root, what belongs to others cannot be made: there `secureFolder` is told of another user below.
  it.runIf(isRoot)('is refused in one sentence, though everybody may write to it', () => {
    const path = folderWithMode(0o777, ['secret.key', 'settings.json']);
    chownSync(path, ATTACKER, ATTACKER);

    expect(() => prepareDataFolder(path)).toThrow(
      `The data folder ${path} belongs to another user (4242), who may have prepared it; choose another with --data-dir.`,
    );
    expect(() => prepareDataFolder(path, SHARED)).toThrow('belongs to another user');
    expect(modeOf(path)).toBe(0o777);
  });

  it.runIf(isRoot)('is refused where the folder is our own, and a file in it is not', () => {
    const path = folderWithMode(0o777, ['tilldesk.sqlite', 'secret.key']);
    chownSync(join(path, 'secret.key'), ATTACKER, ATTACKER);
    expect(() => prepareDataFolder(path)).toThrow(
      `What lies at ${join(path, 'secret.key')} belongs to another user (4242)`,
    );
  });

  it.runIf(isRoot)('is refused behind a link of theirs, and where a link in it is theirs', () => {
    const above = temporaryFolder();
    chmodSync(above, 0o1777);
    const data = folderWithMode(0o700);
    symlinkSync(data, join(above, 'tilldesk'));
    lchownSync(join(above, 'tilldesk'), ATTACKER, ATTACKER);
    expect(() => prepareDataFolder(join(above, 'tilldesk'))).toThrow('Other users can replace');

    symlinkSync(join(data, 'nowhere'), join(data, 'secret.key'));
    lchownSync(join(data, 'secret.key'), ATTACKER, ATTACKER);
    expect(() => prepareDataFolder(data)).toThrow('belongs to another user');
  });

  it.runIf(isRoot)('is refused below a folder of theirs', () => {
    const above = temporaryFolder();
    const path = join(above, 'data');
    mkdirSync(path, { mode: 0o700 });
    chownSync(above, ATTACKER, ATTACKER);
    expect(() => prepareDataFolder(path)).toThrow(`because ${above} belongs to another user (4242)`);
  });

  it('is refused to anyone who is not its owner', () => {
    const path = folderWithMode(0o700);
    chmodSync(join(path, '..'), 0o1777);
    // Everything here belongs to root where root runs the tests, and root is trusted.
    if (isRoot) chownSync(path, ATTACKER, ATTACKER);
    const stranger = identity({ uid: 4343 });
    expect(() => secure(path, DESKTOP, { identity: stranger })).toThrow(/belongs to another user|can replace/);
    expect(() => secure(path, SERVER, { identity: stranger })).toThrow(/belongs to another user|can replace/);
  });
});

describe.skipIf(process.platform === 'win32')('our own data folder with a mode that is too wide', () => {
  it.each(['0777', '0770', '0755', '0701', '2775'])('is narrowed, which is told: %s', (text) => {
    const mode = Number.parseInt(text, 8);
    const path = folderWithMode(mode, ['tilldesk.sqlite']);
    expect(prepareDataFolder(path).notes).toEqual([
      `The mode of the data folder ${path} was ${text} and is now ${(mode & 0o7700).toString(8).padStart(4, '0')}.`,
    ]);
    expect(modeOf(path) & 0o077).toBe(0);
    expect(prepareDataFolder(path).notes).toEqual([]);
  });

  it('is narrowed with all in it that others could change, as deep as they could reach', () => {
    const path = folderWithMode(0o777, ['settings.json', 'tilldesk.sqlite']);
    mkdirSync(join(path, 'backups', 'inner'), { recursive: true });
    writeFileSync(join(path, 'backups', 'inner', 'copy'), '');
    for (const name of ['settings.json', 'backups', 'backups/inner', 'backups/inner/copy']) {
      chmodSync(join(path, name), 0o777);
    }
    expect(secure(path)).toEqual([
      expect.stringContaining('was 0777 and is now 0700'),
      ...['backups', 'backups/inner', 'backups/inner/copy', 'settings.json'].map(
        (name) => `Other users could change ${join(path, name)} until now (mode 0777).`,
      ),
    ]);
    expect(modeOf(join(path, 'backups/inner/copy'))).toBe(0o755);
  });

  it.each(['0755', '0711'])('narrows a copy that others could come to through folders of mode %s', (text) => {
    const mode = Number.parseInt(text, 8);
    const path = folderWithMode(mode, ['tilldesk.sqlite']);
    for (const folder of ['backups', 'damaged', 'damaged/1', 'closed']) mkdirSync(join(path, folder));
    for (const name of ['backups/daily.sqlite', 'damaged/1/tilldesk.sqlite', 'closed/file']) {
      writeFileSync(join(path, name), '');
      chmodSync(join(path, name), 0o666);
    }
    for (const folder of ['backups', 'damaged', 'damaged/1']) chmodSync(join(path, folder), mode);
    chmodSync(join(path, 'closed'), 0o700);
    const elsewhere = folderWithMode(0o755);
    writeFileSync(join(elsewhere, 'letter'), '');
    chmodSync(join(elsewhere, 'letter'), 0o666);
    symlinkSync(elsewhere, join(path, 'exports'));

    expect(secure(path)).toEqual([
      expect.stringContaining(`was ${text} and is now 0700`),
      `Other users could change ${join(path, 'backups/daily.sqlite')} until now (mode 0666).`,
      `Other users could change ${join(path, 'damaged/1/tilldesk.sqlite')} until now (mode 0666).`,
    ]);
    expect(modeOf(join(path, 'backups/daily.sqlite'))).toBe(0o644);
    // Nobody came through a folder that is closed, and what a link leads to is another matter.
    expect(modeOf(join(path, 'closed/file'))).toBe(0o666);
    expect(modeOf(join(elsewhere, 'letter'))).toBe(0o666);
  });

  it.runIf(isRoot)('with a file of somebody else deep in it is refused at every start', () => {
    const path = folderWithMode(0o700, ['tilldesk.sqlite']);
    mkdirSync(join(path, 'backups'));
    writeFileSync(join(path, 'backups', 'planted.sqlite'), '');
    chmodSync(join(path, 'backups'), 0o777);
    chownSync(join(path, 'backups', 'planted.sqlite'), 4242, 4242);
    for (let start = 0; start < 2; start += 1) expect(() => secure(path)).toThrow(/belongs to another user/);
  });

  it('is refused where the mode cannot be narrowed and others could write, unless that is accepted', () => {
    const path = folderWithMode(0o777, ['tilldesk.sqlite']);
    const silent = { chmod: () => undefined };
    const refusing = {
      chmod() {
        throw Object.assign(new Error('not permitted'), { code: 'EPERM' });
      },
    };
    for (const exFat of [silent, refusing]) {
      expect(() => secure(path, DESKTOP, exFat)).toThrow(
        `Other users can change the data folder ${path}, whose mode (0777) cannot be narrowed; choose another with --data-dir, or add --accept-shared-folder where nobody else uses this computer.`,
      );
      expect(secure(path, SHARED, exFat)).toEqual([
        `Other users can change the data folder ${path}, whose mode (0777) cannot be narrowed. --accept-shared-folder allows it.`,
      ]);
    }
  });

  it('is refused where others can only read and the mode cannot be narrowed: the window opens to who reads it', () => {
    const path = folderWithMode(0o755, ['tilldesk.sqlite']);
    expect(() => secure(path, DESKTOP, { chmod: () => undefined })).toThrow(
      `Other users can read the data folder ${path}, whose mode (0755) cannot be narrowed`,
    );
  });

  it('is left as it is where it is a folder of something else, such as /home, named by mistake', () => {
    const path = folderWithMode(0o755, ['els']);
    expect(() => prepareDataFolder(path)).toThrow(/holds other files and no data of Tilldesk/);
    expect(modeOf(path)).toBe(0o755);
    chmodSync(path, 0o700);
    expect(prepareDataFolder(path).notes).toEqual([]);
  });

  it('is taken with anything in it where Tilldesk itself has chosen the folder', () => {
    // What Electron left on a Mac when an earlier start failed.
    const path = folderWithMode(0o755, ['Local State', 'Preferences']);
    const rules = folderRules({ host: 'electron', acceptsSharedFolder: false, dataFolder: usualDataFolder() });
    expect(rules.isUsual).toBe(true);
    expect(prepareDataFolder(path, rules).notes).toHaveLength(1);
    expect(modeOf(path)).toBe(0o700);
  });

  it('is taken where the volume is new', () => {
    const path = folderWithMode(0o755);
    mkdirSync(join(path, 'lost+found'), { mode: 0o700 });
    expect(prepareDataFolder(path).notes).toHaveLength(1);
  });

  it('is never narrowed where it is shared on purpose, such as /tmp', () => {
    const path = folderWithMode(0o1777, ['settings.json']);
    expect(() => prepareDataFolder(path)).toThrow('Other users can change the data folder');
    expect(modeOf(path)).toBe(0o1777);
  });
});

describe.skipIf(process.platform === 'win32')('the folder of a server', () => {
  it('may belong to its group', () => {
    const path = folderWithMode(0o2770, ['tilldesk.sqlite']);
    expect(secure(path, SERVER)).toEqual([]);
    chmodSync(path, 0o2775);
    expect(secure(path, SERVER)).toEqual([expect.stringContaining('was 2775 and is now 2770')]);
  });

  it('is narrowed to its owner where everybody could write to it', () => {
    const path = folderWithMode(0o777, ['tilldesk.sqlite']);
    expect(secure(path, SERVER)).toEqual([expect.stringContaining('was 0777 and is now 0700')]);
  });

  it('is narrowed where it belongs to another group', () => {
    const path = folderWithMode(0o770, ['tilldesk.sqlite']);
    expect(secure(path, SERVER, { identity: identity({ groups: [] }) })).toHaveLength(1);
    expect(modeOf(path)).toBe(0o700);
  });
});

describe.skipIf(process.platform === 'win32')('a folder above the data folder', () => {
  function dataBelow(mode: number): { above: string; path: string } {
    const above = folderWithMode(0o755);
    const path = join(above, 'a', 'data');
    mkdirSync(path, { recursive: true, mode: 0o700 });
    chmodSync(above, mode);
    return { above, path };
  }

  it.each(['0777', '0775'])('in which others can rename is refused: %s', (mode) => {
    const { above, path } = dataBelow(Number.parseInt(mode, 8));
    const reason = `Other users can replace the data folder ${path}, because they can rename what is in ${above} (mode ${mode})`;
    expect(() => secure(path)).toThrow(`${reason}; choose another with --data-dir, or add`);
    expect(secure(path, SHARED)).toEqual([`${reason}. --accept-shared-folder allows it.`]);
  });

  it.each(['1777', '1775', '0755'])('in which they cannot is taken: %s', (mode) => {
    expect(secure(dataBelow(Number.parseInt(mode, 8)).path)).toEqual([]);
  });

  it('may be written by a group with nobody else in it, or by that of a server', () => {
    const { path } = dataBelow(0o775);
    expect(secure(path, DESKTOP, { identity: identity({ hasGroupToItself: () => true }) })).toEqual([]);
    expect(secure(path, SERVER)).toEqual([]);
  });

  it('counts behind a link as well', () => {
    const { above, path } = dataBelow(0o777);
    const link = join(temporaryFolder(), 'link');
    symlinkSync(path, link);
    expect(() => secure(link)).toThrow(`rename what is in ${above}`);
  });

  it('counts for what is linked in it', () => {
    const { above, path } = dataBelow(0o777);
    const data = folderWithMode(0o700);
    symlinkSync(path, join(data, 'backups'));
    expect(() => secure(data)).toThrow(
      `replace what is linked at ${join(data, 'backups')}, because they can rename what is in ${above}`,
    );
  });

  it('counts on the way that the system takes, also back through the parent of a linked folder', () => {
    const { path } = dataBelow(0o777);
    const inner = join(path, 'inner');
    mkdirSync(inner);
    const own = temporaryFolder();
    symlinkSync(inner, join(own, 'theirs'));
    mkdirSync(join(own, 'data'), { mode: 0o700 });
    mkdirSync(join(path, 'data'), { mode: 0o700 });
    const link = join(own, 'link');
    symlinkSync('theirs/../data', link);
    expect(() => secure(link)).toThrow('rename what is in');
  });

  it('is no endless way', () => {
    const folder = temporaryFolder();
    symlinkSync('loop', join(folder, 'loop'));
    expect(() => prepareDataFolder(join(folder, 'loop'))).toThrow(/ELOOP|EEXIST/);
  });
});
