import { matchesGlob } from 'node:path';
import { Visitor } from 'vite';
import { describe, expect, it } from 'vitest';
import { breachesOf, importsOf, parseSource, type SourceFile } from './sources.ts';

interface Home {
  readonly packages: RegExp;
  /** Globs of the only files of the program that may import them. */
  readonly files: readonly string[];
}

const HOMES: readonly Home[] = [
  { packages: /^electron$/, files: ['electron/hosts/desktop/**', 'electron/main.ts', 'electron/preload.ts'] },
  { packages: /^electron-store$/, files: ['electron/hosts/desktop/electron-settings.ts'] },
  { packages: /^(node:sqlite|pg)$/, files: ['electron/store/**', 'electron/startup/data-folder-lock.ts'] },
  { packages: /^prom-client$/, files: ['electron/service/metrics/**'] },
  // The embedded platform has the connection; its queries are in the store.
  {
    packages: /^kysely$/,
    files: ['electron/store/**', 'electron/platform/embedded/**', 'electron/platform/{copy,demo}/**'],
  },
  { packages: /^standardwebhooks$/, files: ['electron/webhooks/**'] },
  // Opening the settings writes: see `electron/config/settings-store.ts`.
  { packages: /^conf$/, files: ['electron/config/settings-store.ts'] },
  { packages: /^(node:.*|pino|fastify|@fastify\/.*)$/, files: ['electron/**'] },
  {
    packages: /^(react|react-dom|react-i18next|i18next|zustand|@mantine\/.*|@tanstack\/.*)$/,
    files: ['renderer/**'],
  },
  { packages: /^swagger-ui-dist$/, files: ['renderer/api-docs/**'] },
];

/** `shared` runs everywhere, so this lists what it may use. */
const PACKAGES_OF_SHARED = /^(typebox|temporal-polyfill)$/;

const PROGRAM = /^(electron|renderer|shared)\//;

/** A package with a home is imported nowhere else in the program. */
function keepPackagesInPlace(file: SourceFile): string[] {
  if (!PROGRAM.test(file.path)) return [];
  return importsOf(file)
    .flatMap((found) => (found.kind === 'package' ? [found.name] : []))
    .filter((name) => !mayImport(file.path, name))
    .map((name) => `${file.path} imports ${name}`);
}

function mayImport(path: string, name: string): boolean {
  if (path.startsWith('shared/')) return PACKAGES_OF_SHARED.test(name);
  return HOMES.filter(({ packages }) => packages.test(name)).every(({ files }) =>
    files.some((glob) => matchesGlob(path, glob)),
  );
}

/** Parts of Node that are not tested on the Node of Electron. */
const UNTESTED_IN_ELECTRON: Readonly<Record<string, readonly string[]>> = { 'node:sqlite': ['backup'] };

/** The program runs in Electron, so it uses nothing that is not tested there. */
function useTestedNode(file: SourceFile): string[] {
  if (!file.path.startsWith('electron/')) return [];
  const breaches: string[] = [];
  new Visitor({
    ImportDeclaration({ source, specifiers }) {
      const untested = UNTESTED_IN_ELECTRON[source.value] ?? [];
      for (const { local, ...specifier } of specifiers) {
        const imported = 'imported' in specifier ? specifier.imported : null;
        const name = imported !== null && 'name' in imported ? imported.name : local.name;
        if (untested.includes(name)) breaches.push(`${file.path} uses ${name} of ${source.value}`);
      }
    },
  }).visit(parseSource(file).program);
  return breaches;
}

/** Modules that waste memory as ES modules; see `electron/api-client/node-http.ts`. */
function importLightModules(file: SourceFile): string[] {
  if (!file.path.startsWith('electron/')) return [];
  const breaches: string[] = [];
  new Visitor({
    ImportDeclaration({ source, importKind }) {
      if (importKind !== 'type' && /^(node:)?http$/.test(source.value))
        breaches.push(`${file.path} imports ${source.value}`);
    },
  }).visit(parseSource(file).program);
  return breaches;
}

describe('packages', () => {
  it('are imported where they belong', () => {
    expect(breachesOf(keepPackagesInPlace)).toEqual([]);
  });

  it.each([
    ['electron/serve.ts', 'electron'],
    ['electron/compose/database.ts', 'pg'],
    ['renderer/main.tsx', 'node:fs'],
    ['shared/money.ts', 'a-package-nobody-thought-of'],
  ])('keep %s from %s', (path, name) => {
    expect(keepPackagesInPlace({ path, text: `import x from '${name}';` })).toHaveLength(1);
  });

  it('are light as ES modules', () => {
    expect(breachesOf(importLightModules)).toEqual([]);
    const text = "import { request } from 'node:http';";
    expect(importLightModules({ path: 'electron/x.ts', text })).toHaveLength(1);
  });

  it('are used only as far as they are tested in Electron', () => {
    expect(breachesOf(useTestedNode)).toEqual([]);
    const text = "import { DatabaseSync, backup } from 'node:sqlite';";
    expect(useTestedNode({ path: 'electron/store/x.ts', text })).toHaveLength(1);
  });
});
