import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { projectPath } from '../../../scripts/launching/project-paths.mjs';
import { applyEdit, type SourceEdit } from './mutant.ts';
import { MUTANT_VARIABLE } from './suite-environment.ts';

/**
 * Loaded before everything else, in each process and thread of a suite: edits a source where the run has a mutant, and
 * replaces the module `electron` by the stand-in, which cannot be imported without its program.
 */

const STAND_IN = pathToFileURL(projectPath('test', 'support', 'electron-stand-in.ts')).href;
/** For `electron-store`, as the build does it; see `vite.config.ts`. */
const EMPTY = 'data:text/javascript,export default {};';
const edit = readEdit(process.env[MUTANT_VARIABLE]);
const edited = edit && pathToFileURL(projectPath(...edit.file.split('/'))).href;

registerHooks({
  resolve(specifier, context, nextResolve) {
    if (specifier !== 'electron') return nextResolve(specifier, context);
    return nextResolve(context.parentURL?.includes('/node_modules/electron-store/') ? EMPTY : STAND_IN, context);
  },
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (edit === null || url !== edited || loaded.source == null) return loaded;
    return { ...loaded, source: applyEdit(textOf(loaded.source), edit) };
  },
});

function readEdit(text: string | undefined): SourceEdit | null {
  return text === undefined ? null : JSON.parse(text);
}

function textOf(source: string | ArrayBuffer | NodeJS.TypedArray): string {
  return typeof source === 'string' ? source : new TextDecoder().decode(source);
}
