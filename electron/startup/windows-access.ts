import { spawnSync } from 'node:child_process';
import { win32 } from 'node:path';
import { accepted, type FolderRules } from './folder-access.ts';

/** Runs a program as it stands, by no shell, and answers what it wrote. Throws where it fails. */
export type RunProgram = (program: string, args: readonly string[]) => string;

export interface AccessPrograms {
  readonly systemRoot: string | undefined;
  readonly run: RunProgram;
}

/** By their numbers: the names of these differ with the language of Windows. */
const SYSTEM = '*S-1-5-18';
const ADMINISTRATORS = '*S-1-5-32-544';
/** Everyone, authenticated users, users and guests. */
const EVERYBODY = ['*S-1-1-0', '*S-1-5-11', '*S-1-5-32-545', '*S-1-5-32-546'];
/** Files and folders in it inherit it. */
const FULL_CONTROL = '(OI)(CI)F';

/**
 * Leaves a folder with all that is in it to this user, to the system and to administrators on Windows, where modes do
 * nothing and a folder takes over the rights of the folder that it is in. Throws `StartError` where Windows refuses,
 * such as for a folder of another user or on a disk without access lists, unless a shared folder is accepted: then it
 * answers a sentence for the log.
 */
export function leaveFolderToUser(
  folder: string,
  rules: Pick<FolderRules, 'acceptsShared'>,
  { systemRoot, run }: AccessPrograms = { systemRoot: process.env.SystemRoot, run: runProgram },
): readonly string[] {
  if (systemRoot === undefined || !win32.isAbsolute(systemRoot))
    throw new Error('SystemRoot names no folder');
  // Programs of these names that lie elsewhere on the path are not to be run.
  const program = (name: string) => win32.join(systemRoot, 'System32', name);
  try {
    const user = `*${userSid(run(program('whoami.exe'), ['/user', '/fo', 'csv', '/nh']))}`;
    const grants = [user, SYSTEM, ADMINISTRATORS].flatMap((sid) => ['/grant:r', `${sid}:${FULL_CONTROL}`]);
    run(program('icacls.exe'), [folder, '/inheritance:r', ...grants, '/q']);
    run(program('icacls.exe'), [folder, '/remove:g', ...EVERYBODY, '/q']);
    return [];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [accepted(`The access list of the data folder ${folder} cannot be set (${reason})`, rules)];
  }
}

/** Of a line such as `"till\anna","S-1-5-21-1004336348-1177238915-682003330-512"`. */
function userSid(line: string): string {
  const [, sid] = /"(S-1-[\d-]+)"\s*$/.exec(line) ?? [];
  if (sid === undefined) throw new Error('whoami names no user');
  return sid;
}

function runProgram(program: string, args: readonly string[]): string {
  const { status, error, stdout } = spawnSync(program, args, { encoding: 'utf8', windowsHide: true });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${program} ended with ${status}`);
  return stdout;
}
