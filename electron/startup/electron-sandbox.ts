import { execFile } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Why the window of Electron cannot run here. */
export interface SandboxProblem {
  /** Part of a sentence. */
  readonly reason: string;
  /** What a person can do, in sentences. */
  readonly remedy: string;
}

export interface SandboxSearch {
  readonly platform: NodeJS.Platform;
  readonly isRoot: boolean;
  /** Path of the Electron program; `null` if it is not on this computer yet. */
  readonly program: string | null;
  readonly system?: SandboxSystem;
}

/** What is read from the system. */
export interface SandboxSystem {
  /** A setting of the kernel, such as `user.max_user_namespaces`; `null` if this kernel has no such setting. */
  readSetting(name: string): string | null;
  /** `null` if there is no such file. */
  stat(path: string): { readonly uid: number; readonly mode: number } | null;
  /** Whether the program starts and ends without an error. */
  starts(program: string): Promise<boolean>;
}

/** A value that prevents ordinary users from making user namespaces, and one that lets them. */
const NAMESPACE_SETTINGS = [
  { name: 'user.max_user_namespaces', refused: '0', allowed: '15000' },
  { name: 'kernel.unprivileged_userns_clone', refused: '0', allowed: '1' },
  { name: 'kernel.apparmor_restrict_unprivileged_userns', refused: '1', allowed: '0' },
] as const;

/** AppArmor refuses them to programs without a profile that allows them, and only the program itself can find out. */
const APPARMOR_SETTING = 'kernel.apparmor_restrict_unprivileged_userns';

/**
 * Finds why Chromium's sandbox cannot work on this Linux; `null` if nothing prevents it. The sandbox needs user
 * namespaces, or a helper that runs as root.
 */
export async function findSandboxProblem({
  platform,
  isRoot,
  program,
  system = runningSystem,
}: SandboxSearch): Promise<SandboxProblem | null> {
  if (platform !== 'linux') return null;
  if (isRoot) {
    return {
      reason: 'the sandbox of its window does not run as root',
      remedy: 'Start Tilldesk as an ordinary user, or use --host browser.',
    };
  }
  const helper = program === null ? null : join(dirname(program), 'chrome-sandbox');
  if (helper !== null && runsAsRoot(system.stat(helper))) return null;
  const refusal = NAMESPACE_SETTINGS.find(({ name, refused }) => system.readSetting(name) === refused);
  if (refusal === undefined) return null;
  if (refusal.name === APPARMOR_SETTING && program !== null && (await system.starts(program))) return null;
  const file = helper ?? 'chrome-sandbox';
  return {
    reason: `this system refuses it the user namespaces that the sandbox of its window needs: ${refusal.name} is ${refusal.refused}`,
    remedy:
      `Either give Electron its helper (sudo chown root:root '${file}' && sudo chmod 4755 '${file}'), or allow user ` +
      `namespaces (sudo sysctl -w ${refusal.name}=${refusal.allowed}). Or use --host browser.`,
  };
}

/** As Chromium requires of its helper: owned by root, setuid, and executable by everybody. */
function runsAsRoot(found: ReturnType<SandboxSystem['stat']>): boolean {
  return found !== null && found.uid === 0 && (found.mode & 0o7777) === 0o4755;
}

const START_TIMEOUT_MS = 10_000;

const runningSystem: SandboxSystem = {
  readSetting(name) {
    try {
      return readFileSync(join('/proc/sys', ...name.split('.')), 'utf8').trim();
    } catch {
      return null;
    }
  },
  stat: (path) => statSync(path, { throwIfNoEntry: false }) ?? null,
  // Chromium sets up its sandbox before it reads this option, and a signal ends it if it cannot.
  starts: (program) =>
    new Promise((resolve) => {
      execFile(program, ['--version'], { timeout: START_TIMEOUT_MS }, (error) => resolve(error === null));
    }),
};
