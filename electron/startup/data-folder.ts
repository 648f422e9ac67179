import { accessSync, closeSync, constants, mkdirSync, openSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { codeOf } from '../base/code-of.ts';
import { StartError } from '../base/start-error.ts';
import type { Config } from '../config/config.ts';
import { expectNothingElse, type FolderRules, secureFolder, systemAccess } from './folder-access.ts';
import { isShare, networkOfFolder } from './network-folder.ts';
import { leaveFolderToUser } from './windows-access.ts';

/** What lies in the data folder, as absolute paths. */
export interface DataFolder {
  readonly path: string;
  readonly store: string;
  /** Copies of the store that can take its place. */
  readonly backups: string;
  /** Damaged stores, each in a folder of its own; nothing is ever removed there. */
  readonly damaged: string;
  readonly log: string;
  /** See secret-key-file.ts. */
  readonly secretKey: string;
  /** Which receivers of the own network the operator allows; need not exist. */
  readonly allowedReceivers: string;
  /** Discovery file of the running program. */
  readonly instance: string;
  /** Exports that a browser still has to fetch. */
  readonly exports: string;
  /** What finished exports read, for later comparison. */
  readonly snapshots: string;
  /** What is kept of other platforms; see platform/copy. */
  readonly copies: string;
  /** Profile of the browser in app mode. */
  readonly browserProfile: string;
  /** Cookies and caches of the Electron window. */
  readonly electronProfile: string;
}

/** A folder that is ready for use. */
export interface PreparedFolder extends DataFolder {
  /** Sentences for the log on what was changed, or accepted, so that others keep out of it. */
  readonly notes: readonly string[];
}

/** What the configuration of a program allows of its data folder. */
export function folderRules({
  host,
  acceptsSharedFolder,
}: Pick<Config, 'host' | 'acceptsSharedFolder'>): FolderRules {
  return { isServer: host === 'none', acceptsShared: acceptsSharedFolder };
}

const OWN_ALONE: FolderRules = { isServer: false, acceptsShared: false };

/** Where things lie in a data folder, whether it exists or not. */
export function locateInDataFolder(path: string): DataFolder {
  return {
    path,
    store: join(path, 'tilldesk.sqlite'),
    backups: join(path, 'backups'),
    damaged: join(path, 'damaged'),
    log: join(path, 'tilldesk.log'),
    secretKey: join(path, 'secret.key'),
    allowedReceivers: join(path, 'webhook-receivers.json'),
    instance: join(path, 'instance.json'),
    exports: join(path, 'exports'),
    snapshots: join(path, 'snapshots'),
    copies: join(path, 'copies'),
    browserProfile: join(path, 'browser'),
    electronProfile: join(path, 'electron'),
  };
}

/**
 * Makes the folder, for its owner alone, or sees to it that one which is there is its owner's. Throws `StartError` when
 * it, or what lies in it, cannot be used or may have been put there by another user.
 */
export function prepareDataFolder(path: string, rules: FolderRules = OWN_ALONE): PreparedFolder {
  // Before anything asks a server for it, which would also tell that one who is signed in here.
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
  const { store, log, secretKey, instance, allowedReceivers } = folder;
  const settings = join(path, 'settings.json');
  const files = [store, log, secretKey, instance, allowedReceivers, settings];
  const { exports, snapshots, copies, backups, damaged, browserProfile, electronProfile } = folder;
  const folders = [exports, snapshots, copies, backups, damaged, browserProfile, electronProfile];
  // By any of them: a start that was ended early has made a profile alone.
  const notes = keepToOwner(path, [...files, ...folders], rules);
  // Not the secret key: who moved that away would lose what it seals. See secret-key-file.ts.
  for (const file of files) if (file !== secretKey) refuseKind(file, 'folder');
  for (const inner of folders) refuseKind(inner, 'file');
  return { ...folder, notes };
}

function keepToOwner(path: string, files: readonly string[], rules: FolderRules): readonly string[] {
  const ownFiles = files.map((file) => basename(file));
  const access = systemAccess();
  if (access !== null) return secureFolder(path, ownFiles, rules, access);
  expectNothingElse(path, ownFiles);
  return leaveFolderToUser(path, rules);
}

function onTheNetwork(path: string, network: string): StartError {
  return new StartError(
    `The data folder ${path} is on the network (${network}), where the store is not safe; choose another with --data-dir.`,
  );
}

function refuseKind(path: string, unwanted: 'file' | 'folder'): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined || found.isDirectory() !== (unwanted === 'folder')) return;
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
