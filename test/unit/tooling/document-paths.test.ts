import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectPath } from '../../../scripts/launching/project-paths.mjs';
import { projectPaths } from '../../architecture/sources.ts';

/** Folders and files of the project's own folder: a text in code style that begins so is a path from there. */
const FROM_ROOT = /^(electron|renderer|shared|test|scripts|docs|deploy)\//;
/** A text in code style that ends so is a file of source: of the document's own folder or below it, or of the project's. */
const SOURCE_NAME = /^[\w$./-]+\.(ts|tsx|mjs|css)$/;

interface Project {
  /** Every file of source and every README, from the project's folder. */
  readonly files: readonly string[];
  /** Whether there is a file or folder at a path from the project's folder. */
  readonly exists: (path: string) => boolean;
}

const PROJECT: Project = {
  files: projectPaths(),
  exists: (path) => existsSync(projectPath(...path.split('/'))),
};

/** The paths that a document names and that do not exist, as they stand there. `document` is its own path. */
function missingPaths(document: string, text: string, project: Project): readonly string[] {
  const folder = dirname(document);
  const prose = text.replaceAll(/^```.*?^```/gms, '');
  const linked = [...prose.matchAll(/\]\(([^)#\s]+)/g)].map(([, target = '']) => target);
  const quoted = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => name);
  return [
    ...linked.filter((target) => !target.includes(':') && !project.exists(posix.join(folder, target))),
    ...quoted.filter((name) => !isPlaceholder(name) && !isThere(name, folder, project)),
  ];
}

/** What stands for a name that somebody is to choose, such as `electron/platform/<name>/`, or for several files. */
function isPlaceholder(name: string): boolean {
  return /[<>*\s…]/.test(name);
}

function isThere(name: string, folder: string, { files, exists }: Project): boolean {
  if (FROM_ROOT.test(name)) return alternatives(name).every(exists);
  if (!SOURCE_NAME.test(name)) return true;
  if (exists(name) || exists(posix.join(folder, name))) return true;
  const below = folder === '.' ? '' : `${folder}/`;
  return files.some((path) => path.startsWith(below) && path.endsWith(`/${name}`));
}

/** `a/{b,c}.ts` names `a/b.ts` and `a/c.ts`. */
function alternatives(name: string): readonly string[] {
  const [, before = '', list, after = ''] = /^(.*?)\{([^}]*)\}(.*)$/.exec(name) ?? [];
  return list === undefined ? [name] : list.split(',').flatMap((one) => alternatives(`${before}${one}${after}`));
}

const DOCUMENTS = [
  'README.md',
  'SECURITY.md',
  ...readdirSync(projectPath('docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
  ...PROJECT.files.filter((path) => path.endsWith('.md')),
];

describe('the documents', () => {
  it.each(DOCUMENTS)('name only paths that exist: %s', (document) => {
    expect(missingPaths(document, readFileSync(projectPath(document), 'utf8'), PROJECT)).toEqual([]);
  });

  it.each([
    ['a link', '[shared](../nowhere/README.md)'],
    ['a link to a heading', '[shared](nowhere.md#rules)'],
    ['a path from the project', 'See `electron/store/nowhere.ts`.'],
    ['a folder', 'See `electron/nowhere/`.'],
    ['one of several files', 'See `electron/{main,nowhere}.ts`.'],
    ['a file of the folder', 'See `nowhere.ts`.'],
  ])('are seen to name what does not exist: %s', (_, text) => {
    expect(missingPaths('electron/README.md', text, PROJECT)).toHaveLength(1);
  });

  it('may name addresses, commands and what somebody is to choose', () => {
    const text = '`npm test`, `/api/orders`, `electron/platform/<name>/`, `user.json`, [docs](https://example.org/x)';
    expect(missingPaths('electron/README.md', text, PROJECT)).toEqual([]);
  });

  it('may name a file below their own folder by its name alone', () => {
    expect(missingPaths('electron/README.md', '`open-store.ts`, `main.ts`', PROJECT)).toEqual([]);
    expect(missingPaths('electron/base/README.md', '`open-store.ts`', PROJECT)).toEqual(['open-store.ts']);
  });
});

describe('docs/architecture.md', () => {
  const text = readFileSync(projectPath('docs', 'architecture.md'), 'utf8');
  const trips = text
    .split(/\n(?=##)/)
    .map((section) => ({ section, counts: /Call path: \*\*(\d+) files\*\* \(budget (\d+)\)/.exec(section) }))
    .flatMap(({ section, counts }) => (counts === null ? [] : [{ section, counts: counts.slice(1).map(Number) }]));

  it('follows three trips', () => {
    expect(trips).toHaveLength(3);
  });

  it.each(trips)('counts the files of each trip, which is within its budget: $counts', ({ section, counts }) => {
    const [stated, budget = 0] = counts;
    const onTrip = [...section.matchAll(/^\| \d+ \| `([^`]+)`/gm)].map(([, path = '']) => path);
    const [, asked, all, list = ''] = /Helpers, (\d+) files, so (\d+) in all:(.*)/s.exec(section) ?? [];
    const askedOf = [...list.matchAll(/`([^`]+)`/g)].flatMap(([, name = '']) => alternatives(name));
    expect(onTrip).toHaveLength(stated ?? 0);
    expect(onTrip.length).toBeLessThanOrEqual(budget);
    expect(askedOf).toHaveLength(Number(asked));
    expect(new Set([...onTrip, ...askedOf]).size).toBe(Number(all));
  });
});
