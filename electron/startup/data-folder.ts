import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { getErrorCode, StartError } from '../base/errors.ts';
import { getDefaultDataFolder } from '../config/config.ts';

/** The contents of the data folder, as absolute paths. */
export interface DataFolder {
  readonly path: string;
  readonly store: string;
  /** Copies of the store that can replace it. */
  readonly backups: string;
  /** Damaged stores, each in a separate folder; nothing is removed there. */
  readonly damaged: string;
  readonly log: string;
  /** See secret-files.ts. */
  readonly secretKey: string;
  /** The receivers in the local network that the operator allows; need not exist. */
  readonly allowedReceivers: string;
  /** What the operator allows users of StoreKeeper accounts; need not exist. */
  readonly storeKeeperUsers: string;
  readonly storeKeeperShops: string;
  /** Locked by the program that uses the folder; see data-folder-lock.ts. */
  readonly lock: string;
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
  /** Sentences for the log: how the mode of the folder was changed. */
  readonly notes: readonly string[];
}

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
    storeKeeperShops: join(path, 'storekeeper-shops.json'),
    lock: join(path, 'tilldesk.lock'),
    instance: join(path, 'instance.json'),
    windows: join(path, 'windows.json'),
    exports: join(path, 'exports'),
    copies: join(path, 'copies'),
    browserProfile: join(path, 'browser'),
    electronProfile: join(path, 'electron'),
  };
}

/** Earlier versions stored the rows of exports here. */
const FORMER_FOLDER = 'snapshots';

/**
 * Creates the folder, which only its owner can open, or closes an existing one to other users. Throws `StartError` if the
 * folder belongs to another user, or if it or a file in it cannot be used.
 */
export function prepareDataFolder(path: string): PreparedFolder {
  // Before any request to that server, which would also learn the signed-in user.
  if (isShare(path)) throw createNetworkError(path, 'a share');
  let network: string | null;
  try {
    makeFolder(path);
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    network = findFolderNetwork(path);
  } catch (cause) {
    throw new StartError(
      `The data folder ${path} cannot be written to (${getErrorCode(cause)}); choose another with --data-dir.`,
      { cause },
    );
  }
  if (network !== null) throw createNetworkError(path, network);
  const folder = locateInDataFolder(path);
  // Any of them is enough: a start that ended early may have made only a profile.
  const { path: _, ...paths } = folder;
  const ownFiles = [...Object.values(paths).map((file) => basename(file)), 'settings.json', FORMER_FOLDER];
  const notes = closeToOthers(path, ownFiles);
  const { store, secretKey, log, lock, instance, windows, allowedReceivers } = folder;
  const storeKeeper = [folder.storeKeeperUsers, folder.storeKeeperShops];
  const settings = join(path, 'settings.json');
  for (const file of [store, secretKey, log, lock, instance, windows, allowedReceivers, ...storeKeeper, settings]) {
    refuseFolderOrPipe(file);
  }
  rmSync(join(path, FORMER_FOLDER), { recursive: true, force: true });
  return { ...folder, notes };
}

/** What a new disk contains. */
const SYSTEM_NAME = /^(\..*|lost\+found)$/;

const STICKY = 0o1000;

/**
 * Closes the folder to other users, and returns a sentence for the log if that changed its mode. Throws `StartError`
 * for a folder of another user, or with a file that another user may have planted. A folder of root that not everybody
 * may write to stays as it is: it is a volume of a container. On Windows the folder inherits the rights of the user's
 * profile.
 */
function closeToOthers(path: string, ownFiles: readonly string[]): readonly string[] {
  const user = process.geteuid?.();
  if (user === undefined) return [];
  const { uid, mode } = statSync(path);
  if (uid !== user && (uid !== 0 || (mode & 0o002) !== 0)) {
    throw new StartError(
      `The data folder ${path} belongs to another user (${uid}); choose another with --data-dir, such as a new folder in it.`,
    );
  }
  if (uid !== user || (mode & 0o077) === 0) return [];
  if (path !== getDefaultDataFolder()) refuseFolderOfOthers(path, mode, ownFiles);
  try {
    chmodSync(path, 0o700);
  } catch {
    // Some disks have no modes. The mode is read again below, because others only pretend to change it.
  }
  const changed = statSync(path).mode;
  if ((changed & 0o077) !== 0) {
    return [
      `Other users can open the data folder ${path}: its disk does not let its mode (${formatMode(changed)}) change.`,
    ];
  }
  const planted = (mode & WRITABLE_BY_OTHERS) === 0 ? null : findPlanted(path, ownFiles, user);
  if (planted !== null) {
    // A start with a private folder does not look for planted files.
    chmodSync(path, mode & 0o7777);
    throw new StartError(
      `Other users could write to the data folder ${path}, and ${planted.file} ${planted.why}; move it away, or choose another folder with --data-dir.`,
    );
  }
  return [`The mode of the data folder ${path} was ${formatMode(mode)} and is now 0700.`];
}

const WRITABLE_BY_OTHERS = 0o022;

/** A file or folder of Tilldesk, or one named after it such as `tilldesk.sqlite-wal`, that another user may control. */
function findPlanted(path: string, ownFiles: readonly string[], user: number): { file: string; why: string } | null {
  const names = readdirSync(path).filter((name) => ownFiles.some((own) => name.startsWith(own)));
  for (const file of names.sort().map((name) => join(path, name))) {
    const found = lstatSync(file, { throwIfNoEntry: false });
    if (found === undefined) continue;
    if (found.isSymbolicLink() || (found.isFile() && found.nlink > 1)) return { file, why: 'is a link' };
    if (found.uid !== user) return { file, why: `belongs to another user (${found.uid})` };
    if ((found.mode & WRITABLE_BY_OTHERS) !== 0) return { file, why: 'can be written to by other users' };
  }
  return null;
}

/** Naming a folder such as `/home` by mistake must not lock out its users. */
function refuseFolderOfOthers(path: string, mode: number, ownFiles: readonly string[]): void {
  const names = readdirSync(path).filter((name) => !SYSTEM_NAME.test(name));
  const isNew = names.length === 0 && (mode & STICKY) === 0;
  if (isNew || names.some((name) => ownFiles.includes(name))) return;
  throw new StartError(
    `The folder ${path} is used for something else, so Tilldesk does not close it to other users; name a new folder with --data-dir.`,
  );
}

function formatMode(mode: number): string {
  return (mode & 0o7777).toString(8).padStart(4, '0');
}

function createNetworkError(path: string, network: string): StartError {
  return new StartError(
    `The data folder ${path} is on the network (${network}), where the store is not safe; choose another with --data-dir.`,
  );
}

/** For a folder, the error of the system would not name the file. Reading a pipe would never end. */
function refuseFolderOrPipe(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined || !(found.isDirectory() || found.isFIFO())) return;
  const kind = found.isDirectory() ? 'folder' : 'pipe';
  throw new StartError(
    `Tilldesk keeps a file at ${file}, where a ${kind} is now; move it away, or choose another folder with --data-dir.`,
  );
}

/** Node's own recursion never ends if a parent exists that accepts no folders, such as `/proc`. */
function makeFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  makeFolder(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}

/** Creates a file only for its owner, if there is none, before a library creates it with wider rights. */
export function createPrivateFile(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
}

export interface FolderLocation {
  /** As given, and the real path: on Windows that is a share for a mapped drive. */
  readonly paths: readonly string[];
  /** From `statfs`; `null` if the system has none. */
  readonly fileSystem: number | null;
}

/**
 * Magic numbers of Linux. FUSE is not one of them: encrypted folders and disks of other systems use FUSE as well, and
 * it does not name the file system behind it.
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

/** The network file system of a folder; `null` for a disk of this computer. */
export function findNetwork({ paths, fileSystem }: FolderLocation): string | null {
  if (paths.some(isShare)) return 'a share';
  // Some systems give a signed number.
  return fileSystem === null ? null : (NETWORK_FILE_SYSTEMS.get(fileSystem >>> 0) ?? null);
}

/** The same for an existing folder. */
export function findFolderNetwork(path: string): string | null {
  const fileSystem = process.platform === 'linux' ? statfsSync(path).type : null;
  return findNetwork({ paths: [path, realpathSync.native(path)], fileSystem });
}
