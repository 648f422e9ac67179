import { basename } from 'node:path';
import { findElectron } from '../../../electron/startup/electron-program.ts';
import { findSandboxProblem } from '../../../electron/startup/electron-sandbox.ts';
import { hasDisplay } from '../../../electron/startup/find-browser.ts';
import { projectPath } from '../../../scripts/launching/project-paths.mjs';

/** The specs for the Electron window. */
export const REAL_WINDOW_SPECS = '**/electron*.spec.ts';

export function isRealWindowSpec(path: string): boolean {
  return basename(path).startsWith('electron');
}

/** Why these specs cannot run on this computer, and how to make them run; `null` if they can. */
export async function findRealWindowProblem(): Promise<string | null> {
  const { env, platform } = process;
  const program = findElectron(projectPath(), env);
  if (program === null) return 'there is no Electron binary: npx install-electron fetches it';
  if (!hasDisplay({ platform, env })) return 'there is no display: put xvfb-run before the command';
  const problem = await findSandboxProblem({ platform, isRoot: process.getuid?.() === 0, program });
  return problem === null ? null : `${problem.reason}. ${problem.remedy}`;
}
