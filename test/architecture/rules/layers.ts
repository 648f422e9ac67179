/** A part of the program and the files it may import besides its own. */
export interface Layer {
  /** Globs of its files. */
  readonly files: readonly string[];
  /** Globs. */
  readonly mayImport: readonly string[];
}

const PORT = 'electron/platform/*.ts';
const CLOCK = 'electron/session/clock.ts';
const THREADS = 'electron/threads/**';
const UPSTREAM = 'electron/upstream/**';
/** Reading this same API over HTTP, for whoever does. */
const OVER_HTTP = 'electron/over-http/**';
const SHARED = 'shared/**';
const CONFIG = ['electron/config.ts', 'electron/config/**'];

/** A host shows the user interface: it reaches what lies below through the core and the session keeper. */
const HOST_PARTS = [
  ...CONFIG,
  'electron/core/**',
  'electron/launch/**',
  'electron/pages/**',
  'electron/session/**',
  SHARED,
];

/** The first layer whose files match is that of a file. Code in none of them is a breach: name it here. */
export const LAYERS: readonly Layer[] = [
  { files: [SHARED], mayImport: [] },
  {
    files: ['renderer/lib/**', 'renderer/locales/**'],
    mayImport: ['renderer/lib/**', 'renderer/locales/**', SHARED],
  },
  {
    files: ['renderer/components/**'],
    mayImport: ['renderer/app/**', 'renderer/lib/**', 'renderer/locales/**', SHARED],
  },
  // A page of its own, which is let in as the window is.
  {
    files: ['renderer/api-docs/**'],
    mayImport: ['renderer/lib/window-key.ts', 'shared/contract/window-key.ts'],
  },
  { files: ['renderer/**'], mayImport: [SHARED] },
  {
    files: [
      'main',
      'serve',
      'keys',
      'accounts',
      'copies',
      'export',
      'export-origin',
      'run-export',
      'open-shop',
      'remote-key-user',
      'verify',
      'generate',
      'compose',
      'compose-*',
      '*-thread',
    ].map((name) => `electron/${name}.ts`),
    mayImport: ['electron/**', SHARED],
  },
  { files: ['electron/preload.ts', ...CONFIG], mayImport: [SHARED] },
  {
    files: ['electron/service/**'],
    mayImport: [PORT, 'electron/feeds/**', 'electron/store/**', CLOCK, SHARED],
  },
  { files: ['electron/feeds/**'], mayImport: [PORT, 'electron/store/**', CLOCK, SHARED] },
  { files: ['electron/core/**'], mayImport: [PORT, 'electron/session/**', 'electron/exports/**', SHARED] },
  {
    files: ['electron/command-line/**'],
    mayImport: [PORT, ...CONFIG, 'electron/core/**', 'electron/exports/**', UPSTREAM, SHARED],
  },
  { files: ['electron/exports/**'], mayImport: [PORT, OVER_HTTP, CLOCK, THREADS, UPSTREAM, SHARED] },
  { files: [UPSTREAM], mayImport: ['electron/session/**', SHARED] },
  { files: ['electron/session/**'], mayImport: [SHARED] },
  { files: ['electron/store/**'], mayImport: [PORT, CLOCK, SHARED] },
  { files: [THREADS], mayImport: [] },
  { files: [PORT], mayImport: [SHARED] },
  { files: ['electron/platform/embedded/**'], mayImport: [PORT, 'electron/store/**', CLOCK, SHARED] },
  { files: ['electron/platform/threads/**'], mayImport: [PORT, THREADS, SHARED] },
  { files: [OVER_HTTP], mayImport: [PORT, SHARED] },
  {
    files: ['electron/platform/remote/**'],
    mayImport: [PORT, OVER_HTTP, UPSTREAM, 'electron/session/**', SHARED],
  },
  {
    files: ['electron/platform/remote-copy/**'],
    mayImport: [PORT, 'electron/store/**', CLOCK, 'electron/session/log.ts', SHARED],
  },
  { files: ['electron/platform/*/**'], mayImport: [PORT, CLOCK, SHARED] },
  { files: ['electron/launch/**', 'electron/pages/**'], mayImport: HOST_PARTS },
  { files: ['electron/desktop/**'], mayImport: HOST_PARTS },
  { files: ['electron/browser-host/**'], mayImport: HOST_PARTS },
];
