import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { projectPath } from '../../../scripts/launching/project-paths.mjs';
import { applyEdit } from '../../abuse/harness/mutant.ts';
import { SUITE_NAMES, suiteNamed } from '../../abuse/suites.ts';

/** What breaks what is promised to everybody: the port, rights, passwords, addresses and tables. */
const IN_NPM_TEST = ['port', 'authorisation', 'sign-in', 'receivers', 'export-tables'];
const testOf = (file: string) => projectPath('test', 'abuse', file);

const suites = await Promise.all(SUITE_NAMES.map(suiteNamed));

describe.each(suites)('the suite $name', ({ name, mutants, counts, breaches }) => {
  it('has mutants, each by another name, of sources that are as they expect them', () => {
    const names = mutants.map((mutant) => mutant.name);
    expect(names).not.toEqual([]);
    expect(new Set(names).size).toBe(names.length);
    for (const { edit } of mutants) {
      if (edit !== null) applyEdit(readFileSync(projectPath(...edit.file.split('/')), 'utf8'), edit);
    }
  });

  it('counts what it does and names what must not happen', () => {
    expect(counts).not.toEqual([]);
    expect(breaches).not.toEqual([]);
  });

  it('is part of npm test, or else of npm run test:full', () => {
    const tests = [`${name}.test.ts`, `${name}.full.test.ts`].filter((file) => existsSync(testOf(file)));
    expect(tests).toEqual([IN_NPM_TEST.includes(name) ? `${name}.test.ts` : `${name}.full.test.ts`]);
    expect(readFileSync(testOf(String(tests)), 'utf8')).toContain('expectSuite(');
  });
});
