import { describe, expect, it } from 'vitest';
import { BROWSER_SUITE, POSTGRES_SUITE, SUITES } from '../../scripts/testing/suites.ts';
import { foldersWithoutReadme } from './rules/describe-folders.ts';
import { keepFilesSmall } from './rules/keep-files-small.ts';
import { leaveNoMarks } from './rules/leave-no-marks.ts';
import { nameFilesWell } from './rules/name-files-well.ts';
import { breachesOf } from './sources/breaches-of.ts';
import { projectPaths } from './sources/project-files.ts';

describe('files', () => {
  it('are small', () => {
    expect(breachesOf(keepFilesSmall)).toEqual([]);
    expect(keepFilesSmall({ path: 'electron/bridge/bridge.ts', text: '\n'.repeat(501) })).toHaveLength(1);
    expect(keepFilesSmall({ path: 'electron/main.ts', text: '\n'.repeat(131) })).toHaveLength(1);
  });

  it('leave nothing for later and silence no tool', () => {
    expect(breachesOf(leaveNoMarks)).toEqual([]);
    const marked = ['// TO', 'DO', '\nit.on', 'ly(); // biome-', 'ignore'].join('');
    expect(leaveNoMarks({ path: 'test/unit/x.test.ts', text: marked })).toHaveLength(3);
  });

  it('are named in kebab-case with a telling role', () => {
    expect(projectPaths().flatMap(nameFilesWell)).toEqual([]);
    const bad = ['shared/Money.ts', 'shared/order_items.ts', 'shared/utils.ts', 'electron/bridge/window-manager.ts'];
    expect(bad.flatMap(nameFilesWell)).toHaveLength(bad.length);
    expect(['shared/manager-names.ts', 'test/tsconfig.json', 'test/README.md'].flatMap(nameFilesWell)).toEqual([]);
  });
});

describe('folders', () => {
  it('say in a README.md what they hold', () => {
    const paths = projectPaths();
    expect(foldersWithoutReadme(paths)).toEqual([]);
  });

  it('are seen without a README.md', () => {
    const paths = ['shared/README.md', 'shared/contract/x.ts', 'electron/main.ts', 'electron/base/x.ts'];
    expect(foldersWithoutReadme(paths)).toEqual(['electron/', 'electron/base/']);
  });
});

describe('tests', () => {
  it('all lie in a suite that npm run test:full runs', () => {
    const suites = [...SUITES.map(({ name }) => name), POSTGRES_SUITE, BROWSER_SUITE];
    const homeless = projectPaths().filter(
      (path) => /\.(test|spec)\.tsx?$/.test(path) && !suites.some((suite) => path.startsWith(`test/${suite}/`)),
    );
    expect(homeless).toEqual([]);
  });
});
