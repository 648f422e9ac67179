import type { SuiteRun } from '../harness/suite.ts';
import { openShell } from './open-shell.ts';
import { probeAnswers } from './probes/probe-answers.ts';
import { probeBridge } from './probes/probe-bridge.ts';
import { probeFiles } from './probes/probe-files.ts';
import { probeLinks } from './probes/probe-links.ts';
import { probePages } from './probes/probe-pages.ts';
import { probePreferences } from './probes/probe-preferences.ts';
import { probeSession } from './probes/probe-session.ts';
import { probeVault } from './probes/probe-vault.ts';

/** All attacks on one shell. Only for a process in which the stand-in takes the place of Electron. */
export async function probeShell(run: SuiteRun): Promise<void> {
  const shell = await openShell(run.folder);
  await probeFiles(run, shell);
  await probeAnswers(run);
  probePages(run, shell);
  probeSession(run);
  await probeLinks(run, shell);
  await probeBridge(run);
  probePreferences(run, shell);
  await probeVault(run);
}
