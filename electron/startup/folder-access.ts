import { chmodSync, lstatSync, readdirSync, readFileSync, readlinkSync, type Stats, statSync } from 'node:fs';
import { dirname, isAbsolute, join, parse, resolve, sep } from 'node:path';
import { codeOf, StartError } from '../base/errors.ts';

export interface FolderRules {
  /** A program without a window, whose folder may belong to a group of the process. */
  readonly isServer: boolean;
  /** Others may change the contents of the folder where its mode cannot be narrowed, such as on exFAT. */
  readonly acceptsShared: boolean;
  /** Whether it is the folder that Tilldesk takes where none is named: whatever is in it is closed to other users. */
  readonly isUsual: boolean;
}

/** The identity of this process for the file system. */
export interface Identity {
  readonly uid: number;
  readonly groups: readonly number[];
  /** Whether nobody but this user is in the group. */
  hasGroupToItself(gid: number): boolean;
}

export interface AccessDeps {
  readonly identity: Identity;
  /** May throw, and may change nothing: some file systems have no modes. */
  chmod(path: string, mode: number): void;
}

const ROOT = 0;
const STICKY = 0o1000;
const WRITE_BITS = 0o022;
const MOST_LINKS = 40;
/** The contents of a new volume. */
const OF_THE_SYSTEM = /^(\..*|lost\+found)$/;
const CHOOSE = 'choose another with --data-dir';

/** Null on Windows, where files have neither modes nor owners with a number. */
export function systemAccess(): AccessDeps | null {
  const uid = process.geteuid?.();
  if (uid === undefined) return null;
  const groups = [...(process.getgroups?.() ?? []), ...(process.getegid ? [process.getegid()] : [])];
  const hasGroupToItself = (gid: number) => gid === uid && isWithoutMembers(gid);
  return { identity: { uid, groups, hasGroupToItself }, chmod: chmodSync };
}

/** The private group of a user has the user's number, lists no members, and is the first group of nobody else. */
function isWithoutMembers(gid: number): boolean {
  try {
    const entriesOf = (file: string, field: number) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .map((line) => line.split(':'))
        .filter((fields) => fields[field] === String(gid));
    const groups = entriesOf('/etc/group', 2);
    const users = entriesOf('/etc/passwd', 3);
    const isListedEmpty = groups.length > 0 && groups.every(([, , , members]) => members === '');
    return isListedEmpty && users.every(([, , uid]) => uid === String(gid));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/**
 * Makes sure that only this user and root can have written the contents of the data folder, or can change them from now
 * on. Narrows a mode that is too wide. A folder with one of the `ownFiles` is a data folder. Answers a sentence for the
 * log for each change and acceptance. Throws `StartError`.
 */
export function secureFolder(
  path: string,
  ownFiles: readonly string[],
  rules: FolderRules,
  deps: AccessDeps,
): readonly string[] {
  const replaceable = findReplaceable(path, rules, deps.identity);
  const notes =
    replaceable === null
      ? []
      : [accepted(`Other users can replace the data folder ${path}, because ${replaceable}`, rules)];
  const before = statSync(path);
  expectOwner(`The data folder ${path}`, before, deps.identity);
  // A folder that everybody may write to does not belong to a chosen group.
  const isOfGroup = rules.isServer && deps.identity.groups.includes(before.gid) && (before.mode & 0o002) === 0;
  const unwanted = isOfGroup ? 0o007 : 0o077;
  if ((before.mode & unwanted) === 0) return [...notes, ...secureEntries(path, false, rules, deps)];

  if (!rules.acceptsShared && !rules.isUsual) expectNothingElse(path, ownFiles);
  const left = narrow(path, before, unwanted, deps);
  if (left !== 0) {
    // Where a folder has no mode its files have none either. A reader of the discovery file can open the window.
    for (const name of readdirSync(path)) ownEntry(join(path, name), rules, deps.identity);
    const may = (left & WRITE_BITS) === 0 ? 'read' : 'change';
    const problem = `Other users can ${may} the data folder ${path}, whose mode (${modeOf(before)}) cannot be narrowed`;
    return [...notes, accepted(problem, rules)];
  }
  const note = `The mode of the data folder ${path} was ${modeOf(before)} and is now ${modeOf(statSync(path))}.`;
  const wasReached = isReachedByOthers(before, rules, deps.identity);
  return [...notes, note, ...secureEntries(path, wasReached, rules, deps)];
}

/** A note on a problem that the operator accepts. Throws `StartError` without `--accept-shared-folder`. */
export function accepted(problem: string, { acceptsShared }: Pick<FolderRules, 'acceptsShared'>): string {
  if (acceptsShared) return `${problem}. --accept-shared-folder allows it.`;
  const unless = 'or add --accept-shared-folder where nobody else uses this computer';
  throw new StartError(`${problem}; ${CHOOSE}, ${unless}.`);
}

/**
 * Throws `StartError` for a folder that is no data folder: naming one by accident, such as `/home`, must not lock out its
 * users.
 */
export function expectNothingElse(path: string, ownFiles: readonly string[]): void {
  const names = readdirSync(path).filter((name) => !OF_THE_SYSTEM.test(name));
  if (names.length === 0 || names.some((name) => ownFiles.includes(name))) return;
  throw new StartError(
    `The folder ${path} holds other files and no data of Tilldesk, so that it is not closed to other users; name a new or empty folder with --data-dir.`,
  );
}

/**
 * Narrows what others could change in a folder, as deep as they had access: into a folder that is open to them, and where
 * they had access to this one (`wasReached`), into every folder that they may pass through as well.
 */
function secureEntries(folder: string, wasReached: boolean, rules: FolderRules, deps: AccessDeps): readonly string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    const before = ownEntry(path, rules, deps.identity);
    if (before === null) return [];
    // The target of a link is outside of this folder, and is checked only where it is open itself.
    const isOwnFolder = before.isDirectory() && !lstatSync(path).isSymbolicLink();
    const isReached = wasReached && isOwnFolder && isReachedByOthers(before, rules, deps.identity);
    if (!isOpenToOthers(before, rules, deps.identity)) {
      return isReached ? secureEntries(path, true, rules, deps) : [];
    }
    const note =
      narrow(path, before, WRITE_BITS, deps) === 0
        ? `Other users could change ${path} until now (mode ${modeOf(before)}).`
        : accepted(`Other users can change ${path}, whose mode (${modeOf(before)}) cannot be narrowed`, rules);
    return [note, ...(before.isDirectory() ? secureOpenFolder(path, before, isReached, rules, deps) : [])];
  });
}

/** A refused entry is refused at the next start as well: until then the folder keeps its mode. */
function secureOpenFolder(path: string, before: Stats, isReached: boolean, rules: FolderRules, deps: AccessDeps) {
  try {
    return secureEntries(path, isReached, rules, deps);
  } catch (error) {
    deps.chmod(path, before.mode & 0o7777);
    throw error;
  }
}

/** The unwanted bits that are left. A sticky folder is shared on purpose, such as `/tmp`, and stays as it is. */
function narrow(path: string, before: Stats, unwanted: number, { identity, chmod }: AccessDeps): number {
  if (before.uid === identity.uid && (before.mode & STICKY) === 0) {
    try {
      chmod(path, before.mode & 0o7777 & ~unwanted);
    } catch {
      // The mode is read next, also where a file system only pretends to have changed it.
    }
  }
  return statSync(path).mode & unwanted;
}

/**
 * Null for a broken link. Throws `StartError` for an entry of another user, and for a link to a file that another user can
 * replace, unless that is accepted.
 */
function ownEntry(path: string, rules: FolderRules, identity: Identity): Stats | null {
  const found = lstatSync(path);
  expectOwner(`What lies at ${path}`, found, identity);
  if (!found.isSymbolicLink()) return found;
  const target = statSync(path, { throwIfNoEntry: false });
  if (target === undefined) return null;
  expectOwner(`What is linked at ${path}`, target, identity);
  const replaceable = findReplaceable(path, rules, identity);
  if (replaceable !== null)
    accepted(`Other users can replace what is linked at ${path}, because ${replaceable}`, rules);
  return target;
}

function expectOwner(what: string, { uid }: Stats, identity: Identity): void {
  if (isTrusted(uid, identity)) return;
  throw new StartError(`${what} belongs to another user (${uid}), who may have prepared it; ${CHOOSE}.`);
}

function isTrusted(uid: number, identity: Identity): boolean {
  return uid === identity.uid || uid === ROOT;
}

/** Whether other users can write to it: all, or a group with other members that the operator did not choose. */
function isOpenToOthers(entry: Stats, rules: FolderRules, identity: Identity): boolean {
  return mayOthers(0o2, entry, rules, identity);
}

/** Whether its own mode lets other users access its contents. */
function isReachedByOthers(folder: Stats, rules: FolderRules, identity: Identity): boolean {
  return mayOthers(0o1, folder, rules, identity);
}

/** `right`: the bit of all other users in a mode. */
function mayOthers(right: 0o1 | 0o2, { mode, gid }: Stats, { isServer }: FolderRules, identity: Identity): boolean {
  if ((mode & right) !== 0) return true;
  if ((mode & (right << 3)) === 0) return false;
  return !(isServer ? identity.groups.includes(gid) : identity.hasGroupToItself(gid));
}

/**
 * Why others could replace this folder: a folder or a link on its path belongs to them, or they can rename the contents of
 * a folder on its path. Null where they cannot.
 */
function findReplaceable(path: string, rules: FolderRules, identity: Identity): string | null {
  const absolute = resolve(path);
  let folder = parse(absolute).root;
  let names = partsOf(absolute);
  for (let links = 0; links <= MOST_LINKS; ) {
    const here = statSync(folder);
    if (!isTrusted(here.uid, identity)) return `${folder} belongs to another user (${here.uid})`;
    const [name, ...further] = names;
    if (name === undefined) return null;
    if (name === '..') {
      // The parent of the folder to which a link led, as for the system.
      folder = dirname(folder);
      names = further;
      continue;
    }
    if (isOpenToOthers(here, rules, identity) && (here.mode & STICKY) === 0) {
      return `they can rename what is in ${folder} (mode ${modeOf(here)})`;
    }
    const next = join(folder, name);
    const found = lstatSync(next);
    if (found.isSymbolicLink()) {
      if (!isTrusted(found.uid, identity)) return `the link ${next} belongs to another user (${found.uid})`;
      const target = readlinkSync(next);
      if (isAbsolute(target)) folder = parse(target).root;
      names = [...partsOf(target), ...further];
      links += 1;
    } else if (further.length === 0) {
      return null;
    } else {
      folder = next;
      names = further;
    }
  }
  return 'it is behind too many links';
}

/** The names in a path below its root. */
function partsOf(path: string): readonly string[] {
  return path
    .slice(parse(path).root.length)
    .split(sep)
    .filter((name) => name !== '' && name !== '.');
}

function modeOf({ mode }: Stats): string {
  return (mode & 0o7777).toString(8).padStart(4, '0');
}
