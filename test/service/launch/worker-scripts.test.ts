import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { compileFunction } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { locateProgram } from '../../../electron/startup/program-files.ts';
import { projectPath } from '../../../scripts/launching/project-paths.mjs';
import { getBuiltEntry } from '../../support/program-process.ts';

const TASKS = [
  ...['platformTask', 'exportTask', 'backupTask', 'migrationTask'],
  ...['demoTask', 'verificationTask', 'generationTask'],
] as const;

/** Where the Electron program and the Node program look for the tasks of workers. */
const OF_DESKTOP = locateProgram(join(dirname(getBuiltEntry('serve')), '..', 'main'));
const OF_HOST = locateProgram(dirname(getBuiltEntry('serve')));

/** The script from which piscina starts its workers. */
const WORKER = join(dirname(getBuiltEntry('serve')), '..', 'workers', 'worker.cjs');

describe('the built script of a worker', () => {
  it('exists for every task in the sources, and for no other', () => {
    const sources = readdirSync(projectPath('electron', 'workers')).filter((name) => name.endsWith('-task.ts'));
    const built = TASKS.map((name) => basename(OF_HOST[name], '.cjs'));
    const tasks = sources.map((name) => basename(name, '.ts'));
    expect(built.toSorted()).toEqual(tasks.toSorted());
    expect(OF_DESKTOP).toEqual(OF_HOST);
  });

  it.each([...TASKS.map((name) => OF_DESKTOP[name]), WORKER])(
    'is one CommonJS file that needs only Node: %s',
    (script) => {
      const text = readFileSync(script, 'utf8');
      expect(readdirSync(dirname(script))).toEqual([basename(script)]);
      // An import, an export or `import.meta` would not compile.
      compileFunction(text, ['exports', 'require', 'module', '__filename', '__dirname']);
      expect(text.startsWith('"use strict";')).toBe(true);
      const required = [...text.matchAll(/\brequire\(["']([^"']+)["']\)/g)].map(([, module = '']) => module);
      expect(required.length).toBeGreaterThan(1);
      // Piscina requires this one to change priorities, which the pool does not do.
      expect(required.filter((module) => !isBuiltin(module) && module !== '@napi-rs/nice')).toEqual([]);
    },
  );
});
