import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDesktopVault } from '../../../../electron/hosts/desktop/desktop-vault.ts';
import { behaviour } from '../../../support/electron-stand-in.ts';
import type { SuiteRun } from '../../harness/suite.ts';
import { BREACHES, COUNTS } from '../shell-figures.ts';

const PASSWORD = 'a canary in the shell 7f3a';
const KEPT = {
  id: 'one',
  platform: null,
  account: 'demo',
  email: 'owner@demo.example',
  name: 'Owner',
  password: PASSWORD,
  lastUsedAt: 1,
};
/** Who keeps the secrets, and what their key leaves at the beginning of a text; v10 is that of the published key. */
const KEEPERS = [
  ['gnome_libsecret', 'v11'],
  ['kwallet6', 'v11'],
  ['basic_text', 'v11'],
  ['unknown', 'v11'],
  ['kwallet5', 'v10'],
] as const;

/** Item 16: a password is written where a key of the system seals it, and nowhere else. */
export async function probeVault(run: SuiteRun): Promise<void> {
  run.keepSecret('password', PASSWORD);
  for (const [backend, storageKey] of KEEPERS) {
    run.count(COUNTS.answers);
    Object.assign(behaviour, { storageBackend: backend, storageKey });
    const file = join(run.folder, `${backend}.bin`);
    const told: string[] = [];
    const log = { warn: (fields: object, message: string) => told.push(JSON.stringify([fields, message])) };
    const vault = await openDesktopVault(file, 'linux', log);
    await vault.write([KEPT]);
    run.hear('the log of the vault', told.join());
    const isOpen = backend === 'basic_text' || backend === 'unknown' || storageKey === 'v10';
    for (const entry of readdirSync(run.folder, { withFileTypes: true })) {
      if (entry.isFile())
        run.hear('a file beside the vault', readFileSync(join(run.folder, entry.name), 'utf8'));
    }
    if (isOpen && existsSync(file)) run.breach(BREACHES.kept, `with the backend ${backend}`);
    if (isOpen && told.length === 0) run.breach(BREACHES.kept, `nobody is told of ${backend}`);
    if (!isOpen && holdsPassword(file)) run.breach(BREACHES.kept, `unsealed with ${backend}`);
    if ((await vault.read())[0]?.password !== PASSWORD) run.breach(BREACHES.refused, `${backend} forgets`);
  }
}

function holdsPassword(file: string): boolean {
  const { sealed } = JSON.parse(readFileSync(file, 'utf8'));
  return Buffer.from(sealed, 'base64').toString().includes(PASSWORD);
}
