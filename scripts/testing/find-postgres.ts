import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const OLDEST_VERSION = 15;
/** Where packages of Debian and Red Hat put each version, and Homebrew. */
const INSTALLED = ['/usr/lib/postgresql', '/usr', '/opt/homebrew/opt', '/usr/local/opt'];
/** Links on the PATH may be to some of its programs only. */
const NEEDED = ['initdb', 'postgres', 'pg_ctl', 'pg_basebackup'];

/** The folder with the newest server of PostgreSQL that is installed and new enough; null where there is none. */
export function findPostgres(): string | null {
  const versions = foldersToLookAt().map((folder) => ({ folder, version: versionIn(folder) }));
  const [newest] = versions.sort((one, other) => other.version - one.version);
  return newest && newest.version >= OLDEST_VERSION ? newest.folder : null;
}

function foldersToLookAt(): string[] {
  const onPath = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const packaged = INSTALLED.flatMap((parent) =>
    (existsSync(parent) ? readdirSync(parent) : [])
      .filter((name) => /^((pgsql|postgresql)[@-])?[\d.]+$/.test(name))
      .map((name) => join(parent, name, 'bin')),
  );
  return [...onPath, ...packaged].filter((folder) => NEEDED.every((name) => existsSync(join(folder, name))));
}

/** 0 where it is unknown. */
function versionIn(folder: string): number {
  const { stdout } = spawnSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' });
  return Number(/ (\d+)/.exec(stdout ?? '')?.[1] ?? 0);
}
