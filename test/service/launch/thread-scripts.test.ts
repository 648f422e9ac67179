import { once } from 'node:events';
import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { compileFunction } from 'node:vm';
import { Worker } from 'node:worker_threads';
import { describe, expect, it, onTestFinished } from 'vitest';
import { locateProgram } from '../../../electron/startup/program-files.ts';
import { projectPath } from '../../../scripts/launching/project-paths.mjs';
import { builtEntry } from '../../support/program-process.ts';
import { layShop } from '../../support/shop-folder.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const NAMES = [
  'platformThread',
  'exportThread',
  'backupThread',
  'demoThread',
  'verificationThread',
  'generationThread',
] as const;

/** The scripts of the threads as the program of Electron, and that of Node, look for them. */
const OF_DESKTOP = locateProgram(join(dirname(builtEntry('serve')), '..', 'main'));
const OF_HOST = locateProgram(dirname(builtEntry('serve')));

/** Data that every one of them can be started with. */
async function threadData(): Promise<object> {
  const folder = temporaryFolder();
  const file = await layShop(folder);
  return { file, store: file, backups: folder, progress: new SharedArrayBuffer(4) };
}

describe('the built script of a thread', () => {
  it('exists for every thread of the sources, and for no other', () => {
    const sources = readdirSync(projectPath('electron', 'workers')).filter((name) => name.endsWith('-thread.ts'));
    const built = NAMES.map((name) => basename(OF_HOST[name], '.cjs'));
    expect(built.toSorted()).toEqual(sources.map((name) => basename(name, '.ts')).toSorted());
    expect(OF_DESKTOP).toEqual(OF_HOST);
  });

  it.each(NAMES)('is one CommonJS file that needs nothing but Node: %s', (name) => {
    const script = OF_DESKTOP[name];
    const text = readFileSync(script, 'utf8');
    expect(script).toMatch(/[\\/]dist[\\/]threads[\\/]\w+[\\/]\w+-thread\.cjs$/);
    expect(readdirSync(dirname(script))).toEqual([basename(script)]);
    // An import, an export or `import.meta` would not compile.
    compileFunction(text, ['exports', 'require', 'module', '__filename', '__dirname']);
    expect(text.startsWith('"use strict";')).toBe(true);
    const required = [...text.matchAll(/\brequire\(["']([^"']+)["']\)/g)].map(([, module = '']) => module);
    expect(required.length).toBeGreaterThan(3);
    expect(required.filter((module) => !isBuiltin(module))).toEqual([]);
    expect(text).not.toMatch(/\bimport\(/);
  });

  it.each(NAMES)('starts alone in a folder, and answers: %s', { timeout: 60_000 }, async (name) => {
    const script = join(temporaryFolder(), basename(OF_DESKTOP[name]));
    copyFileSync(OF_DESKTOP[name], script);
    const worker = new Worker(script, { workerData: await threadData() });
    onTestFinished(async () => void (await worker.terminate()));

    // Of a kind that no thread knows: it is answered by a failure or by nothing.
    worker.postMessage({ id: 7, request: {} });

    expect(await once(worker, 'message')).toMatchObject([{ id: 7 }]);
  });
});
