import { matchesGlob } from 'node:path';
import { describe, expect, it } from 'vitest';
import { breachesOf, importsOf, type SourceFile } from './sources.ts';

/** A part of the program and the files it may import besides its own. */
interface Layer {
  /** Globs of its files. */
  readonly files: readonly string[];
  /** Globs. */
  readonly mayImport: readonly string[];
}

const SHARED = 'shared/**';

const BASE = 'electron/base/**';

const STORE = 'electron/store/**';

const PORT = 'electron/platform/*.ts';

const API_CLIENT = 'electron/api-client/**';

const SESSION = 'electron/session/**';

const EXPORTS = 'electron/exports/**';

const WEBHOOKS = 'electron/webhooks/**';

const BRIDGE = 'electron/bridge/**';

const CONFIG = 'electron/config/**';

const STARTUP = 'electron/startup/**';

/** The worker pool and its messages; what a worker runs is a separate entry. */
const WORKERS = 'electron/workers/**';

/** A file belongs to the first layer that matches. Code in no layer is a breach: add it here. */
const LAYERS: readonly Layer[] = [
  { files: [SHARED], mayImport: [] },
  { files: ['renderer/lib/**', 'renderer/locales/**'], mayImport: [SHARED] },
  { files: ['renderer/components/**'], mayImport: ['renderer/lib/**', 'renderer/locales/**', SHARED] },
  // A separate page, which is authenticated like the window.
  {
    files: ['renderer/api-docs/**'],
    mayImport: ['renderer/lib/host/{parts-ahead,proven-window,window-access}.ts', 'shared/contract/window-headers.ts'],
  },
  {
    files: ['renderer/features/**'],
    mayImport: ['renderer/components/**', 'renderer/lib/**', 'renderer/locales/**', SHARED],
  },
  { files: ['renderer/**'], mayImport: [SHARED] },
  {
    files: [
      'electron/{main,serve}.ts',
      'electron/cli/{remote-key-user,keys,accounts,copies,export,verify,move,generate,mcp}.ts',
      'electron/workers/*-task.ts',
      'electron/compose/**',
    ],
    mayImport: ['electron/**', SHARED],
  },
  { files: ['electron/preload.ts'], mayImport: [SHARED] },
  { files: [BASE], mayImport: [SHARED] },
  { files: [CONFIG], mayImport: [BASE, SHARED] },
  { files: [STARTUP], mayImport: [CONFIG, BASE, SHARED] },
  { files: [STORE], mayImport: [BASE, SHARED] },
  { files: [PORT], mayImport: [BASE, SHARED] },
  { files: [API_CLIENT], mayImport: [PORT, BASE, SHARED] },
  { files: ['electron/platform/embedded/**'], mayImport: [PORT, STORE, BASE, SHARED] },
  {
    files: ['electron/platform/{demo,copy}/**'],
    mayImport: ['electron/platform/embedded/**', PORT, STORE, BASE, SHARED],
  },
  {
    files: ['electron/platform/remote/**'],
    mayImport: ['electron/store/copies/**', PORT, API_CLIENT, BASE, SHARED],
  },
  // Any other adapter.
  { files: ['electron/platform/*/**'], mayImport: [PORT, API_CLIENT, STORE, BASE, SHARED] },
  { files: [WORKERS], mayImport: [PORT, EXPORTS, BASE, SHARED] },
  { files: [WEBHOOKS], mayImport: [PORT, STORE, BASE, SHARED] },
  { files: [EXPORTS], mayImport: [PORT, API_CLIENT, BASE, SHARED] },
  { files: [SESSION], mayImport: [API_CLIENT, BASE, SHARED] },
  { files: [BRIDGE], mayImport: [PORT, SESSION, EXPORTS, API_CLIENT, CONFIG, STARTUP, BASE, SHARED] },
  { files: ['electron/service/**'], mayImport: [PORT, STORE, WEBHOOKS, BASE, SHARED] },
  { files: ['electron/cli/**'], mayImport: [PORT, EXPORTS, API_CLIENT, CONFIG, STARTUP, BASE, SHARED] },
  {
    files: ['electron/hosts/desktop/**'],
    mayImport: ['electron/hosts/*.ts', BRIDGE, SESSION, API_CLIENT, CONFIG, STARTUP, BASE, SHARED],
  },
  {
    files: ['electron/hosts/browser/**'],
    mayImport: ['electron/hosts/*.ts', BRIDGE, SESSION, API_CLIENT, CONFIG, STARTUP, BASE, SHARED],
  },
  { files: ['electron/hosts/*.ts'], mayImport: [BRIDGE, SESSION, API_CLIENT, CONFIG, STARTUP, BASE, SHARED] },
];

const PROGRAM = /^(electron|renderer|shared)\//;

const FOLDERS_APART = /^(electron\/platform|renderer\/features)\/[^/]+\//;

/** Code imports its own layer and what the layer may import; adapters and features never import each other. */
function stayInLayer(file: SourceFile): string[] {
  if (!PROGRAM.test(file.path)) return [];
  const layer = LAYERS.find(({ files }) => matchesAny(file.path, files));
  if (layer === undefined) return [`${file.path} lies in no layer`];
  const allowed = [...layer.files, ...layer.mayImport];
  return importsOf(file)
    .flatMap((found) => (found.kind === 'file' ? [found.path] : []))
    .filter((path) => !matchesAny(path, allowed) || isOfAnother(path, file.path))
    .map((path) => `${file.path} imports ${path}`);
}

function matchesAny(path: string, globs: readonly string[]): boolean {
  return globs.some((glob) => matchesGlob(path, glob));
}

function isOfAnother(path: string, importer: string): boolean {
  const ownFolder = FOLDERS_APART.exec(importer)?.[0];
  const folder = FOLDERS_APART.exec(path)?.[0];
  return ownFolder !== undefined && folder !== undefined && folder !== ownFolder;
}

describe('layers', () => {
  it('import only what they may', () => {
    expect(breachesOf(stayInLayer)).toEqual([]);
  });

  it.each([
    ['shared/money.ts', '../electron/config.ts'],
    ['renderer/main.tsx', '../electron/config.ts'],
    ['electron/main.ts', '../renderer/main.tsx'],
    ['electron/service/build-service.ts', '../platform/embedded/embedded-platform.ts'],
    ['electron/service/build-service.ts', '../session/session-keeper.ts'],
    ['electron/bridge/bridge.ts', '../service/build-service.ts'],
    ['electron/bridge/bridge.ts', '../store/open-store.ts'],
    ['electron/exports/price-list.ts', '../store/open-store.ts'],
    ['electron/platform/remote/remote-platform.ts', '../../store/open-store.ts'],
    ['electron/platform/remote/remote-platform.ts', '../embedded/embedded-platform.ts'],
    ['electron/platform/platform.ts', './embedded/embedded-platform.ts'],
    ['electron/hosts/browser/browser-host.ts', '../service/listen.ts'],
    ['electron/hosts/desktop/program-window.ts', '../browser-host/browser-host.ts'],
    ['renderer/features/catalog/catalog-page.tsx', '../report/report-page.tsx'],
    ['renderer/components/overlays/drawer.tsx', '../../features/report/report-page.tsx'],
    ['renderer/lib/api.ts', '../components/drawer.tsx'],
    ['renderer/api-docs/main.ts', '../lib/language.ts'],
  ])('keep %s from %s', (path, specifier) => {
    expect(stayInLayer({ path, text: `import { x } from '${specifier}';` })).toHaveLength(1);
    expect(stayInLayer({ path, text: `import type { X } from '${specifier}';` })).toHaveLength(1);
    expect(stayInLayer({ path, text: `export { x } from '${specifier}';` })).toHaveLength(1);
    expect(stayInLayer({ path, text: `const x = await import('${specifier}');` })).toHaveLength(1);
    expect(stayInLayer({ path, text: `type X = import('${specifier}').X;` })).toHaveLength(1);
  });

  it('include every file of the program', () => {
    expect(stayInLayer({ path: 'electron/elsewhere/x.ts', text: '' })).toEqual([
      'electron/elsewhere/x.ts lies in no layer',
    ]);
  });
});
