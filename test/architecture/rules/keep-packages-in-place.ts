import { matchesGlob } from 'node:path';
import { importsOf } from '../sources/parsed-source.ts';
import type { SourceFile } from '../sources/source-file.ts';

interface Home {
  readonly packages: RegExp;
  /** Globs of the only files of the program that may import them. */
  readonly files: readonly string[];
}

const HOMES: readonly Home[] = [
  { packages: /^electron$/, files: ['electron/desktop/**', 'electron/main.ts', 'electron/preload.ts'] },
  { packages: /^(node:sqlite|pg)$/, files: ['electron/store/**'] },
  { packages: /^prom-client$/, files: ['electron/service/metrics/**'] },
  // The embedded platform holds the connection; its queries are the store's.
  {
    packages: /^kysely$/,
    files: ['electron/store/**', 'electron/platform/embedded/**', 'electron/platform/remote-copy/**'],
  },
  { packages: /^standardwebhooks$/, files: ['electron/feeds/**'] },
  { packages: /^(node:.*|pino|fastify|@fastify\/.*|conf)$/, files: ['electron/**'] },
  {
    packages: /^(react|react-dom|react-i18next|i18next|zustand|@mantine\/.*|@tanstack\/.*)$/,
    files: ['renderer/**'],
  },
  { packages: /^swagger-ui-dist$/, files: ['renderer/api-docs/**'] },
];

/** `shared` runs everywhere, so it is told what it may use rather than what not. */
const PACKAGES_OF_SHARED = /^(typebox|temporal-polyfill)$/;
const PROGRAM = /^(electron|renderer|shared)\//;

/** A package with a home is imported nowhere else in the program. */
export function keepPackagesInPlace(file: SourceFile): string[] {
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
