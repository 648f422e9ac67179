import { chmodSync, lstatSync, readdirSync, readFileSync, readlinkSync, type Stats, statSync } from 'node:fs';
import { dirname, isAbsolute, join, parse, resolve, sep } from 'node:path';
import { codeOf, StartError } from '../base/errors.ts';

/** What is allowed of a data folder. */
export interface FolderRules {
  /** A program without a window, whose folder may belong to a group that the process is in. */
  readonly isServer: boolean;
  /** Others may change what is in the folder where its mode cannot be narrowed, such as on exFAT. */
  readonly acceptsShared: boolean;
}

/** Who this process is to the file system. */
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
/** What a volume holds before anybody has used it. */
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
 * Makes sure that nobody but this user and root can have put into the data folder what is in it, or can change it from
 * now on. Narrows a mode that is too wide. By one of the `ownFiles` a folder is known as a data folder. Answers a
 * sentence for the log for each thing that was changed or accepted. Throws `StartError`.
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
  // A folder that everybody may write to was given to no group.
  const isOfGroup = rules.isServer && deps.identity.groups.includes(before.gid) && (before.mode & 0o002) === 0;
  const unwanted = isOfGroup ? 0o007 : 0o077;
  if ((before.mode & unwanted) === 0) return [...notes, ...secureEntries(path, false, rules, deps)];

  if (!rules.acceptsShared) expectNothingElse(path, ownFiles);
  const left = narrow(path, before, unwanted, deps);
  if (left !== 0) {
    // Where a folder has no mode the files in it have none either. Who reads the discovery file opens the window.
    for (const name of readdirSync(path)) ownEntry(join(path, name), rules, deps.identity);
    const may = (left & WRITE_BITS) === 0 ? 'read' : 'change';
    const problem = `Other users can ${may} the data folder ${path}, whose mode (${modeOf(before)}) cannot be narrowed`;
    return [...notes, accepted(problem, rules)];
  }
  const note = `The mode of the data folder ${path} was ${modeOf(before)} and is now ${modeOf(statSync(path))}.`;
  const wasReached = isReachedByOthers(before, rules, deps.identity);
  return [...notes, note, ...secureEntries(path, wasReached, rules, deps)];
}

/** A note on what the operator accepts. Throws `StartError` where that was not asked for. */
export function accepted(problem: string, { acceptsShared }: Pick<FolderRules, 'acceptsShared'>): string {
  if (acceptsShared) return `${problem}. --accept-shared-folder allows it.`;
  const unless = 'or add --accept-shared-folder where nobody else uses this computer';
  throw new StartError(`${problem}; ${CHOOSE}, ${unless}.`);
}

/**
 * Throws `StartError` for a folder of something else: who names one by mistake, such as `/home`, must not close it to
 * everybody.
 */
export function expectNothingElse(path: string, ownFiles: readonly string[]): void {
  const names = readdirSync(path).filter((name) => !OF_THE_SYSTEM.test(name));
  if (names.length === 0 || names.some((name) => ownFiles.includes(name))) return;
  throw new StartError(
    `The folder ${path} holds other files and no data of Tilldesk, so that it is not closed to other users; name a new or empty folder with --data-dir.`,
  );
}

/**
 * Narrows what others could change in a folder, as deep as they could reach: into a folder that is open to them, and
 * where they could come to this one (`wasReached`), into every folder that they may pass through as well.
 */
function secureEntries(folder: string, wasReached: boolean, rules: FolderRules, deps: AccessDeps): readonly string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    const before = ownEntry(path, rules, deps.identity);
    if (before === null) return [];
    // What a link leads to lies elsewhere, and is no matter of this folder unless it is open itself.
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

/** What is refused in it is refused at the next start as well: until then the folder stays as open as it was. */
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
      // What the mode is now is read next, also where a file system only pretends to have changed it.
    }
  }
  return statSync(path).mode & unwanted;
}

/**
 * Null for a link that leads nowhere. Throws `StartError` for what another user has put there, and for a link to what
 * another user can replace, unless that is accepted.
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

/** Whether somebody else can write to it: anybody, or a group with others in it that the operator did not choose. */
function isOpenToOthers(entry: Stats, rules: FolderRules, identity: Identity): boolean {
  return mayOthers(0o2, entry, rules, identity);
}

/** Whether somebody else can come to what is in it, as far as its own mode tells. */
function isReachedByOthers(folder: Stats, rules: FolderRules, identity: Identity): boolean {
  return mayOthers(0o1, folder, rules, identity);
}

/** `right` is the bit that others have in a mode. */
function mayOthers(right: 0o1 | 0o2, { mode, gid }: Stats, { isServer }: FolderRules, identity: Identity): boolean {
  if ((mode & right) !== 0) return true;
  if ((mode & (right << 3)) === 0) return false;
  return !(isServer ? identity.groups.includes(gid) : identity.hasGroupToItself(gid));
}

/**
 * Why others could put another folder in the place of this one: a folder or a link on the way to it belongs to them, or
 * they can rename what is in a folder on the way. Null where they cannot.
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
      // Of the folder that a link led to, as the system takes it.
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
