import { pathToFileURL } from 'node:url';
import { projectPath } from '../../../scripts/launching/project-paths.mjs';
import type { SourceEdit } from './mutant.ts';

/** Holds the edit of a mutant as JSON. */
export const MUTANT_VARIABLE = 'TILLDESK_MUTANT';

const PLANT = pathToFileURL(projectPath('test', 'abuse', 'harness', 'plant-mutant.ts')).href;

const COMPILED = projectPath('node_modules', '.cache', 'tilldesk-abuse');

/** In which the processes of a suite are started; those that they start get it from them. */
export function suiteEnvironment(edit: SourceEdit | null): NodeJS.ProcessEnv {
  return {
    ...process.env,
    // Each process loads the sources again, which takes longer than many a short run.
    NODE_COMPILE_CACHE: COMPILED,
    NODE_DISABLE_COMPILE_CACHE: undefined,
    NODE_OPTIONS: `--import=${PLANT} --disable-warning=ExperimentalWarning`,
    ...(edit && { [MUTANT_VARIABLE]: JSON.stringify(edit) }),
  };
}
