import { spawnSync } from 'node:child_process';
import {
  accessSync,
  closeSync,
  constants,
  mkdirSync,
  openSync,
  realpathSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join, win32 } from 'node:path';
import { codeOf, messageOf, StartError } from '../base/errors.ts';
import { type Config, usualDataFolder } from '../config/config.ts';
import { accepted, expectNothingElse, type FolderRules, secureFolder, systemAccess } from './folder-access.ts';

/** The contents of the data folder, as absolute paths. */
export interface DataFolder {
  readonly path: string;
  readonly store: string;
  /** Copies of the store that can replace it. */
  readonly backups: string;
  /** Damaged stores, each in a folder of its own; nothing is removed there. */
  readonly damaged: string;
  readonly log: string;
  /** See secret-key-file.ts. */
  readonly secretKey: string;
  /** The receivers of the own network that the operator allows; need not exist. */
  readonly allowedReceivers: string;
  /** What the operator allows users of StoreKeeper accounts; need not exist. */
  readonly storeKeeperUsers: string;
  /** Discovery file of the running program. */
  readonly instance: string;
  /** Where the window was in earlier runs with the browser host; need not exist. */
  readonly windows: string;
  /** Exports that a browser still has to fetch. */
  readonly exports: string;
  /** Copies of other platforms; see platform/copy. */
  readonly copies: string;
  /** Profile of the browser in app mode. */
  readonly browserProfile: string;
  /** Cookies and caches of the Electron window. */
  readonly electronProfile: string;
}

/** A folder that is ready for use. */
export interface PreparedFolder extends DataFolder {
  /** Sentences for the log: which access was changed or accepted. */
  readonly notes: readonly string[];
}

export function folderRules({
  host,
  acceptsSharedFolder,
  dataFolder,
}: Pick<Config, 'host' | 'acceptsSharedFolder' | 'dataFolder'>): FolderRules {
  return { isServer: host === 'none', acceptsShared: acceptsSharedFolder, isUsual: dataFolder === usualDataFolder() };
}

const OWN_ALONE: FolderRules = { isServer: false, acceptsShared: false, isUsual: false };

/** The folder need not exist. */
export function locateInDataFolder(path: string): DataFolder {
  return {
    path,
    store: join(path, 'tilldesk.sqlite'),
    backups: join(path, 'backups'),
    damaged: join(path, 'damaged'),
    log: join(path, 'tilldesk.log'),
    secretKey: join(path, 'secret.key'),
    allowedReceivers: join(path, 'webhook-receivers.json'),
    storeKeeperUsers: join(path, 'storekeeper-users.json'),
    instance: join(path, 'instance.json'),
    windows: join(path, 'windows.json'),
    exports: join(path, 'exports'),
    copies: join(path, 'copies'),
    browserProfile: join(path, 'browser'),
    electronProfile: join(path, 'electron'),
  };
}

/** Earlier versions kept the rows of exports here. Nothing reads them any more. */
const FORMER_FOLDER = 'snapshots';

/**
 * Makes the folder, for its owner alone, or checks that an existing one belongs to its owner. Throws `StartError` when it,
 * or a file in it, cannot be used or may come from another user.
 */
export function prepareDataFolder(path: string, rules: FolderRules = OWN_ALONE): PreparedFolder {
  // Before any request to that server, which would also learn the signed-in user.
  if (isShare(path)) throw onTheNetwork(path, 'a share');
  let network: string | null;
  try {
    makeFolder(path);
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    network = networkOfFolder(path);
  } catch (cause) {
    throw new StartError(
      `The data folder ${path} cannot be written to (${codeOf(cause)}); choose another with --data-dir.`,
      { cause },
    );
  }
  if (network !== null) throw onTheNetwork(path, network);
  const folder = locateInDataFolder(path);
  const { store, log, secretKey, instance, windows, allowedReceivers, storeKeeperUsers } = folder;
  const settings = join(path, 'settings.json');
  const files = [store, log, secretKey, instance, windows, allowedReceivers, storeKeeperUsers, settings];
  const snapshots = join(path, FORMER_FOLDER);
  const { exports, copies, backups, damaged, browserProfile, electronProfile } = folder;
  const folders = [exports, snapshots, copies, backups, damaged, browserProfile, electronProfile];
  // By any of them: a start that was ended early has made a profile alone.
  const ownFiles = [...files, ...folders].map((file) => basename(file));
  const notes = restrictToOwner(path, ownFiles, rules);
  // Not the secret key: without it all that it seals is lost. See secret-files.ts.
  for (const file of files) if (file !== secretKey) refuseKind(file, 'folder');
  for (const file of files) refuseKind(file, 'pipe or a device');
  for (const inner of folders) refuseKind(inner, 'file');
  rmSync(snapshots, { recursive: true, force: true });
  return { ...folder, notes };
}

function restrictToOwner(path: string, ownFiles: readonly string[], rules: FolderRules): readonly string[] {
  const access = systemAccess();
  if (access !== null) return secureFolder(path, ownFiles, rules, access);
  if (!rules.isUsual) expectNothingElse(path, ownFiles);
  return leaveFolderToUser(path, rules);
}

function onTheNetwork(path: string, network: string): StartError {
  return new StartError(
    `The data folder ${path} is on the network (${network}), where the store is not safe; choose another with --data-dir.`,
  );
}

/** Opening a named pipe, even for writing, waits for another program at its other end. */
function refuseKind(path: string, unwanted: 'file' | 'folder' | 'pipe or a device'): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return;
  const isUnwanted = {
    file: !found.isDirectory(),
    folder: found.isDirectory(),
    'pipe or a device': !found.isFile() && !found.isDirectory(),
  };
  if (!isUnwanted[unwanted]) return;
  const wanted = unwanted === 'file' ? 'folder' : 'file';
  throw new StartError(
    `Tilldesk keeps a ${wanted} at ${path}, where a ${unwanted} is now; move it away, or choose another folder with --data-dir.`,
  );
}

/** Node's own recursion never ends where a parent exists that takes no folders, such as `/proc`. */
function makeFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  makeFolder(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}

/** Makes a file for its owner alone where there is none, before a library makes it with wider rights. */
export function createPrivately(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
}

export interface FolderLocation {
  /** As given, and the real path: on Windows a mapped drive is a share there. */
  readonly paths: readonly string[];
  /** From `statfs`; null where the system has none. */
  readonly fileSystem: number | null;
}

/**
 * Magic numbers of Linux. FUSE is not one of them: encrypted folders and disks of other systems are FUSE as well, and it
 * does not name the file system behind it.
 */
const NETWORK_FILE_SYSTEMS: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB 2'],
  [0x564c, 'NCP'],
  [0x5346414f, 'AFS'],
  [0x73757245, 'Coda'],
  [0xc36400, 'Ceph'],
  [0xbd00bd0, 'Lustre'],
  [0x01021997, '9P'],
  [0x786f4256, 'a shared folder of VirtualBox'],
]);

/** `\\server\share` and `\\?\UNC\server\share`, with any slashes; not `\\?\C:\` and other devices. */
export function isShare(path: string): boolean {
  if (!/^[\\/]{2}/.test(path)) return false;
  return !/^[\\/]{2}[?.][\\/]/.test(path) || /^[\\/]{2}[?.][\\/]unc[\\/]/i.test(path);
}

/** The network file system of a folder; null for a disk of this computer. */
export function networkOf({ paths, fileSystem }: FolderLocation): string | null {
  if (paths.some(isShare)) return 'a share';
  // Some systems give the number with a sign.
  return fileSystem === null ? null : (NETWORK_FILE_SYSTEMS.get(fileSystem >>> 0) ?? null);
}

/** The same for an existing folder. */
export function networkOfFolder(path: string): string | null {
  const fileSystem = process.platform === 'linux' ? statfsSync(path).type : null;
  return networkOf({ paths: [path, realpathSync.native(path)], fileSystem });
}

/** Runs a program without a shell, and answers its output. Throws where it fails. */
export type RunProgram = (program: string, args: readonly string[]) => string;

export interface AccessPrograms {
  readonly systemRoot: string | undefined;
  readonly run: RunProgram;
}

/** By their numbers: the names of these differ with the language of Windows. */
const SYSTEM_SID = '*S-1-5-18';

const ADMINISTRATORS_SID = '*S-1-5-32-544';

/** Everyone, authenticated users, users and guests. */
const EVERYBODY_SIDS = ['*S-1-1-0', '*S-1-5-11', '*S-1-5-32-545', '*S-1-5-32-546'];

/** Its files and folders inherit it. */
const FULL_CONTROL = '(OI)(CI)F';

/**
 * Grants a folder with all its contents to this user, the system and administrators alone on Windows, where modes do
 * nothing and a folder inherits the rights of its parent. Throws `StartError` where Windows refuses, such as for a folder
 * of another user or on a disk without access lists, unless a shared folder is accepted: then it answers a sentence for
 * the log.
 */
export function leaveFolderToUser(
  folder: string,
  rules: Pick<FolderRules, 'acceptsShared'>,
  { systemRoot, run }: AccessPrograms = { systemRoot: process.env.SystemRoot, run: runProgram },
): readonly string[] {
  if (systemRoot === undefined || !win32.isAbsolute(systemRoot)) throw new Error('SystemRoot names no folder');
  // Programs of these names in other folders of the path must not run.
  const program = (name: string) => win32.join(systemRoot, 'System32', name);
  try {
    const user = `*${userSid(run(program('whoami.exe'), ['/user', '/fo', 'csv', '/nh']))}`;
    const grants = [user, SYSTEM_SID, ADMINISTRATORS_SID].flatMap((sid) => ['/grant:r', `${sid}:${FULL_CONTROL}`]);
    run(program('icacls.exe'), [folder, '/inheritance:r', ...grants, '/q']);
    run(program('icacls.exe'), [folder, '/remove:g', ...EVERYBODY_SIDS, '/q']);
    return [];
  } catch (error) {
    return [accepted(`The access list of the data folder ${folder} cannot be set (${messageOf(error)})`, rules)];
  }
}

/** `line`: such as `"till\anna","S-1-5-21-1004336348-1177238915-682003330-512"`. */
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
