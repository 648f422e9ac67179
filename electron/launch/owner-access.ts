import { spawnSync } from 'node:child_process';
import { win32 } from 'node:path';

/** A command that is run as it stands, by no shell. */
export interface AccessCommand {
  readonly program: string;
  readonly args: readonly string[];
}

/** By their numbers: the names of these differ with the language of Windows. */
const OWNER = '*S-1-3-4';
const ADMINISTRATORS = '*S-1-5-32-544';

/**
 * What leaves a file to its owner and to administrators on Windows, where the mode of a file does nothing and rights come
 * from its folder. Null elsewhere: there the mode says it all. Throws where the system does not say where it lies.
 */
export function ownerAccessCommand(
  file: string,
  { platform, systemRoot }: { readonly platform: NodeJS.Platform; readonly systemRoot: string | undefined },
): AccessCommand | null {
  if (platform !== 'win32') return null;
  if (systemRoot === undefined || !win32.isAbsolute(systemRoot))
    throw new Error('SystemRoot names no folder');
  return {
    // A program of that name that lies elsewhere on the path is not to be run.
    program: win32.join(systemRoot, 'System32', 'icacls.exe'),
    args: [file, '/inheritance:r', '/grant:r', `${OWNER}:F`, '/grant:r', `${ADMINISTRATORS}:F`, '/q'],
  };
}

/** Leaves a file to its owner, before anything is written into it. Throws where that fails. */
export function leaveToOwner(file: string): void {
  const command = ownerAccessCommand(file, {
    platform: process.platform,
    systemRoot: process.env.SystemRoot,
  });
  if (command === null) return;
  const { status, error } = spawnSync(command.program, command.args, { stdio: 'ignore', windowsHide: true });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`icacls ended with ${status}: ${file} is not its owner's alone`);
}
