import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fillPart, findTarget, replaceFile } from '../../../electron/exports/atomic-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const ATTACKER = 4242;
// Only root can create files that belong to other users.
const isRoot = process.getuid?.() === 0;

const MOVED = {
  code: 'not_written',
  reason: 'no-permission',
  message: 'The file was not saved: another user or program moved it away while it was written.',
};

const modeOf = (path: string) => statSync(path).mode & 0o777;

async function* text(content: string) {
  yield content;
}

/** Saves a file. `attack` is called with the path of the complete part file. */
function save(path: string, attack: (part: string) => void = () => {}) {
  return replaceFile(path, async (part, mode) => {
    const filled = await fillPart(part, text('rows'), () => {}, { mode });
    attack(part);
    return filled;
  });
}

/**
 * Creates a folder that others may write to, without the sticky bit, and a folder and file that only this user can
 * change.
 */
function sharedFolder() {
  const shared = temporaryFolder();
  chmodSync(shared, 0o777);
  const home = temporaryFolder();
  chmodSync(home, 0o700);
  const secret = join(home, '.profile');
  writeFileSync(secret, 'secret', { mode: 0o600 });
  return { shared, home, secret };
}

function linkOfAttacker(target: string, path: string): void {
  symlinkSync(target, path);
  lchownSync(path, ATTACKER, ATTACKER);
}

describe.skipIf(process.platform === 'win32')('a part file that another user replaces', () => {
  it.each(['home', 'secret'] as const)('does not follow a link in its place: %s', async (what) => {
    const places = sharedFolder();
    const path = join(places.shared, 'prijzen.csv');
    writeFileSync(path, 'old');
    chmodSync(path, 0o777);
    const before = modeOf(places[what]);
    const attack = (part: string) => {
      renameSync(part, `${part}.away`);
      symlinkSync(places[what], part);
    };

    await expect(save(path, attack)).rejects.toMatchObject(MOVED);

    expect(modeOf(places[what])).toBe(before);
    expect(readFileSync(places.secret, 'utf8')).toBe('secret');
    expect(readFileSync(path, 'utf8')).toBe('old');
    // The other user’s link stays, and so does the file that they moved.
    expect(readdirSync(places.shared)).toHaveLength(3);
  });

  it.each([
    ['is gone', (part: string) => rmSync(part)],
    [
      'is another file',
      (part: string) => {
        writeFileSync(`${part}.other`, 'their rows');
        renameSync(`${part}.other`, part);
      },
    ],
    [
      'is a folder',
      (part: string) => {
        rmSync(part);
        mkdirSync(part);
      },
    ],
  ])('is refused if it %s', async (_what, attack) => {
    const path = join(sharedFolder().shared, 'prijzen.csv');

    await expect(save(path, attack)).rejects.toMatchObject(MOVED);

    expect(existsSync(path)).toBe(false);
  });
});

describe.skipIf(process.platform === 'win32')('a file that another user has put into the folder', () => {
  it.runIf(isRoot)('does not pass its permissions on to a new file', async () => {
    const { shared } = sharedFolder();
    const path = join(shared, 'prijzen.csv');
    writeFileSync(path, 'theirs');
    chmodSync(path, 0o777);
    chownSync(path, ATTACKER, ATTACKER);

    expect(await findTarget(path)).toEqual({ path, mode: null });
    await save(path);

    expect([modeOf(path), statSync(path).uid]).toEqual([0o666 & ~process.umask(), process.getuid?.()]);
  });

  it.runIf(isRoot)('is not written through if it is a link', async () => {
    const { shared, secret } = sharedFolder();
    const path = join(shared, 'prijzen.csv.manifest.json');
    linkOfAttacker(secret, path);

    await expect(save(path)).rejects.toMatchObject({
      code: 'not_written',
      reason: 'no-permission',
      message: `The file was not saved: the link ${path} belongs to another user.`,
    });

    expect(readFileSync(secret, 'utf8')).toBe('secret');
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
    expect(readdirSync(shared)).toHaveLength(1);
  });
});
