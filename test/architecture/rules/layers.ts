/** A part of the program and the files it may import besides its own. */
export interface Layer {
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
/** Threads and their messages; what a thread runs is an entry of its own. */
const WORKERS = 'electron/workers/**';

/** The first layer whose files match is that of a file. Code in none of them is a breach: name it here. */
export const LAYERS: readonly Layer[] = [
  { files: [SHARED], mayImport: [] },
  { files: ['renderer/lib/**', 'renderer/locales/**'], mayImport: [SHARED] },
  { files: ['renderer/components/**'], mayImport: ['renderer/lib/**', 'renderer/locales/**', SHARED] },
  // A page of its own, which is let in as the window is.
  {
    files: ['renderer/api-docs/**'],
    mayImport: ['renderer/lib/window-key.ts', 'shared/contract/window-headers.ts'],
  },
  {
    files: ['renderer/features/**'],
    mayImport: ['renderer/components/**', 'renderer/lib/**', 'renderer/locales/**', SHARED],
  },
  { files: ['renderer/**'], mayImport: [SHARED] },
  {
    files: [
      'electron/{main,serve}.ts',
      'electron/cli/{remote-key-user,keys,accounts,copies,export,verify,generate}.ts',
      'electron/workers/*-thread.ts',
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
  { files: ['electron/platform/*/**'], mayImport: [PORT, API_CLIENT, BASE, SHARED] },
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
