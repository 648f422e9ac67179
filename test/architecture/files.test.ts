import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { breachesOf, projectPaths, type SourceFile } from './sources.ts';

/** A folder at the top or directly below electron/, each of which needs a description. */
const DESCRIBED = /^(electron\/)?[^/]+\//;

/** Folders that need a README.md and have none, from the paths of all files. */
function foldersWithoutReadme(paths: readonly string[]): string[] {
  const folders = new Set(paths.flatMap((path) => foldersToDescribe(path)));
  return [...folders].filter((folder) => !paths.includes(`${folder}README.md`)).sort();
}

function foldersToDescribe(path: string): string[] {
  const [top] = path.split('/');
  const folder = DESCRIBED.exec(path)?.[0];
  return [`${top}/`, ...(folder === undefined ? [] : [folder])];
}

const MOST_LINES = 500;

const LESS_FOR: Readonly<Record<string, number>> = { 'electron/main.ts': 130 };

/** Files of data without logic may be as long as their data. */
const DATA_FOLDERS = /\/vocabulary\//;

function keepFilesSmall({ path, text }: SourceFile): string[] {
  const most = LESS_FOR[path] ?? MOST_LINES;
  const lines = text.split('\n').length - 1;
  const isTooLong = lines > most && !DATA_FOLDERS.test(path);
  return isTooLong ? [`${path} has ${lines} lines, ${most} at most`] : [];
}

/** Written so that this file does not match itself. */
const MARKS: readonly RegExp[] = [
  /\bTO[D]O\b/,
  /\bFIXM[E]\b/,
  /\b(describe|it|test)\.onl[y]\b/,
  /biome-ignor[e]|@ts-ignor[e]|@ts-expect-erro[r]|@ts-nochec[k]/,
];

/** Nothing is left for later, no test excludes others, and no tool warning is silenced. */
function leaveNoPlaceholders({ path, text }: SourceFile): string[] {
  return MARKS.flatMap((mark) => {
    const found = mark.exec(text)?.[0];
    return found === undefined ? [] : [`${path} has ${found}`];
  });
}

const KEBAB_CASE = /^\.?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*$/;

const GIVEN_NAMES = ['README.md'];

const EMPTY_WORDS = ['utils', 'util', 'helpers', 'helper', 'types', 'common', 'manager'];

/** Names are kebab-case with the role last, and the role is a meaningful word. */
function nameFilesWell(path: string): string[] {
  if (GIVEN_NAMES.includes(posix.basename(path))) return [];
  return path
    .split('/')
    .filter((name) => !KEBAB_CASE.test(name) || EMPTY_WORDS.includes(roleOf(name)))
    .map((name) => `${path} is named ${name}`);
}

function roleOf(name: string): string {
  return name.split('.')[0]?.split('-').at(-1) ?? '';
}

describe('files', () => {
  it('are small', () => {
    expect(breachesOf(keepFilesSmall)).toEqual([]);
    expect(keepFilesSmall({ path: 'electron/bridge/bridge.ts', text: '\n'.repeat(501) })).toHaveLength(1);
  });

  it('leave nothing for later and silence no tool', () => {
    expect(breachesOf(leaveNoPlaceholders)).toEqual([]);
    const marked = ['// TO', 'DO', '\nit.on', 'ly(); // biome-', 'ignore'].join('');
    expect(leaveNoPlaceholders({ path: 'test/unit/x.test.ts', text: marked })).toHaveLength(3);
  });

  it('are named in kebab-case with a meaningful role', () => {
    expect(projectPaths().flatMap(nameFilesWell)).toEqual([]);
    const bad = ['shared/Money.ts', 'shared/order_items.ts', 'shared/utils.ts', 'electron/bridge/window-manager.ts'];
    expect(bad.flatMap(nameFilesWell)).toHaveLength(bad.length);
  });
});

describe('folders', () => {
  it('say in a README.md what they contain', () => {
    expect(foldersWithoutReadme(projectPaths())).toEqual([]);
    const without = ['shared/README.md', 'shared/contract/x.ts', 'electron/main.ts', 'electron/base/x.ts'];
    expect(foldersWithoutReadme(without)).toEqual(['electron/', 'electron/base/']);
  });
});
