import { readFile } from 'node:fs/promises';
import { resolveFile } from '../../../../electron/hosts/desktop/app-protocol.ts';
import type { SuiteRun } from '../../harness/suite.ts';
import { escapePaths } from '../attacks/escape-paths.ts';
import { INSIDE, OUTSIDE } from '../attacks/lay-renderer.ts';
import type { OpenShell } from '../open-shell.ts';
import { BREACHES, COUNTS } from '../shell-figures.ts';
import { askScheme } from './ask-scheme.ts';

/** Item 1: what a path leads to through the scheme, and what the resolver makes of it before an address tidies it up. */
export async function probeFiles(run: SuiteRun, { rendererFolder }: OpenShell): Promise<void> {
  for (const path of escapePaths()) {
    run.count(COUNTS.paths, 2);
    const served = await (await askScheme(`app://bundle${path}`)).text();
    if (served !== '') run.breach(BREACHES.escaped, `${path} answers ${served.length} characters`);
    try {
      const resolved = await resolveFile(rendererFolder, path);
      if (resolved !== null) run.breach(BREACHES.escaped, `${path} is found${await outside(resolved)}`);
    } catch (error) {
      run.breach(BREACHES.crashed, `${path}: ${error}`);
    }
  }
  for (const [path, text] of Object.entries(INSIDE)) {
    const served = await (await askScheme(`app://bundle/${path}`)).text();
    if (served !== text) run.breach(BREACHES.refused, `${path} is not served`);
  }
}

async function outside(file: string): Promise<string> {
  return (await readFile(file, 'utf8')).includes(OUTSIDE) ? ', outside' : '';
}
