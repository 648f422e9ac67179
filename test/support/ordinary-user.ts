import { readFileSync } from 'node:fs';

interface OrdinaryUser {
  readonly uid: number;
  readonly gid: number;
}

const ACCOUNTS = ['postgres', 'nobody'];

/**
 * Returns the user for programs that refuse to run as root: PostgreSQL, and the sandbox of Electron. `null` if this
 * process is not root.
 */
export function ordinaryUser(): OrdinaryUser | null {
  if (process.getuid?.() !== 0) return null;
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of ACCOUNTS) {
    const [, , uid, gid] = accounts.find(([known]) => known === name) ?? [];
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error('This does not run as root, and there is no other account to run it as: add the user nobody.');
}
