import type { Protocol, SafeStorage } from 'electron';
import type { BrowserWindow, Listener } from './electron-stand-in.ts';

/** Everything that was asked of it. */
export const told = {
  /** Names of calls, with what matters of their arguments, in order. */
  steps: [] as string[],
  exitStatus: null as number | null,
  schemes: [] as Parameters<Protocol['registerSchemesAsPrivileged']>[0],
  exposed: {} as Record<string, unknown>,
  invoked: [] as unknown[][],
  opened: [] as string[],
  handlers: new Map<string, Listener>(),
  protocolHandlers: new Map<string, Parameters<Protocol['handle']>[1]>(),
  windows: [] as BrowserWindow[],
  /** The text of each page that was loaded to its end. */
  pages: [] as string[],
  /** Of Chromium's command line. */
  switches: new Map<string, string>(),
};

/** How it answers; a test changes what it needs. */
export const behaviour = {
  isPackaged: false,
  hasLock: true,
  /** Until then no page is loaded. */
  loading: Promise.resolve(),
  locale: 'nl-NL',
  storageBackend: 'gnome_libsecret' as ReturnType<SafeStorage['getSelectedStorageBackend']>,
  isEncryptionAvailable: true,
  isAsyncEncryptionAvailable: true,
  canEncrypt: true,
  /** What a text is encrypted with, and begins with then: without it nothing is decrypted. */
  storageKey: 'v11-1',
  shouldReEncrypt: false,
  savedPath: '/downloads/export.csv',
  /** Index of the button that is pressed. */
  pressedButton: 0,
  isSaveCanceled: false,
  openPathProblem: '',
  isLoginItem: false,
  keepsLoginItem: false,
};

/** Of the stand-in alone. */
export function note(step: string): void {
  told.steps.push(step);
}
