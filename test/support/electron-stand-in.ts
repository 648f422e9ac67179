import { EventEmitter } from 'node:events';
import type {
  App,
  BrowserWindowConstructorOptions,
  ContextBridge,
  Dialog,
  IpcMain,
  IpcMainInvokeEvent,
  IpcRenderer,
  MenuItemConstructorOptions,
  NativeTheme,
  NavigationHistory,
  NotificationConstructorOptions,
  PopupOptions,
  Protocol,
  SafeStorage,
  Screen,
  Session,
  Shell,
  WebContents,
} from 'electron';

/** Its results, which a test can change. */
const behaviour = {
  isPackaged: false,
  hasLock: true,
  /** No page is loaded before this resolves. */
  loading: Promise.resolve(),
  locale: 'nl-NL',
  storageBackend: 'gnome_libsecret' as ReturnType<SafeStorage['getSelectedStorageBackend']>,
  isKeyringLocked: false,
  isAsyncEncryptionAvailable: true,
  canEncrypt: true,
  /** Encrypted text starts with this key. Text with another key cannot be decrypted. */
  storageKey: 'v11-1',
  shouldReEncrypt: false,
  savedPath: '/downloads/export.csv',
  /** Index of the pressed button. */
  pressedButton: 0,
  isSaveCanceled: false,
  openPathProblem: '',
  isLoginItem: false,
  keepsLoginItem: false,
  /** macOS waits for the approval of the user. */
  needsApproval: false,
  workAreaSize: { width: 1920, height: 1040 },
};

/** Everything that was called. */
const electronCalls = {
  /** Names of calls in order, with the relevant arguments. */
  steps: [] as string[],
  exitStatus: null as number | null,
  /** The last value of `setPath`, by name. */
  paths: new Map<string, string>(),
  schemes: [] as Parameters<Protocol['registerSchemesAsPrivileged']>[0],
  exposed: {} as Record<string, unknown>,
  invoked: [] as unknown[][],
  opened: [] as string[],
  handlers: new Map<string, Listener>(),
  protocolHandlers: new Map<string, Parameters<Protocol['handle']>[1]>(),
  windows: [] as BrowserWindow[],
  trays: [] as Tray[],
  notifications: [] as Notification[],
  /** The text of each page that was loaded completely. */
  pages: [] as string[],
  /** The switches of Chromium's command line. */
  switches: new Map<string, string>(),
};

export { behaviour, electronCalls };

/**
 * Stands in for the module `electron`, which cannot even be imported if its program is not installed. It records calls
 * in order and does nothing. Members have Electron's own types.
 */

export type Listener = Parameters<IpcMain['handle']>[1];

type AppPart = Pick<
  App,
  | 'isPackaged'
  | 'enableSandbox'
  | 'whenReady'
  | 'requestSingleInstanceLock'
  | 'setPath'
  | 'getPath'
  | 'getLocale'
  | 'setLoginItemSettings'
  | 'getVersion'
  | 'setAppUserModelId'
  | 'setAboutPanelOptions'
  | 'quit'
  | 'exit'
  | 'relaunch'
>;

class StandInApp extends EventEmitter implements AppPart {
  get isPackaged(): boolean {
    return behaviour.isPackaged;
  }
  readonly commandLine: Pick<App['commandLine'], 'appendSwitch' | 'removeSwitch' | 'hasSwitch'> = {
    hasSwitch: (name) => electronCalls.switches.has(name),
    appendSwitch: (name, value = '') => void electronCalls.switches.set(name, value),
    removeSwitch: (name) => void electronCalls.switches.delete(name),
  };
  enableSandbox(): void {
    recordStep('enableSandbox');
  }
  async whenReady(): Promise<void> {
    recordStep('whenReady');
  }
  requestSingleInstanceLock(): boolean {
    recordStep('requestSingleInstanceLock');
    return behaviour.hasLock;
  }
  setPath(name: string, path: string): void {
    recordStep(`setPath ${name}`);
    electronCalls.paths.set(name, path);
  }
  getPath(name: string): string {
    return `/${name}`;
  }
  getLocale(): string {
    return behaviour.locale;
  }
  getLoginItemSettings() {
    const { isLoginItem, needsApproval } = behaviour;
    const status = needsApproval ? ('requires-approval' as const) : ('enabled' as const);
    return { openAtLogin: isLoginItem && !needsApproval, status: isLoginItem ? status : ('not-registered' as const) };
  }
  setLoginItemSettings(settings: Parameters<App['setLoginItemSettings']>[0]): void {
    recordStep(`setLoginItemSettings ${JSON.stringify(settings)}`);
    if (!behaviour.keepsLoginItem) behaviour.isLoginItem = settings.openAtLogin ?? false;
  }
  getVersion(): string {
    return '0.0.0';
  }
  setAppUserModelId(id: string): void {
    recordStep(`setAppUserModelId ${id}`);
  }
  setAboutPanelOptions(options: Parameters<App['setAboutPanelOptions']>[0]): void {
    recordStep(`setAboutPanelOptions ${JSON.stringify(options)}`);
  }
  quit(): void {
    recordStep('quit');
    this.emit('before-quit', { preventDefault: () => recordStep('quit prevented') });
  }
  relaunch(): void {
    recordStep('relaunch');
  }
  /** As in Electron, the last status counts. */
  exit(status = 0): void {
    recordStep(`exit ${status}`);
    electronCalls.exitStatus = status;
    this.emit('stand-in-exit', status);
  }
}

export const app = new StandInApp();

type ContentsPart = Pick<WebContents, 'setWindowOpenHandler' | 'setWebRTCIPHandlingPolicy' | 'send' | 'zoomLevel'>;

class StandInContents extends EventEmitter implements ContentsPart {
  openHandler: Parameters<WebContents['setWindowOpenHandler']>[0] | null = null;
  peerPolicy = 'default';
  zoomLevel = 0;
  readonly navigationHistory: Pick<NavigationHistory, 'clear' | 'goBack' | 'goForward'> = {
    clear: () => recordStep('clear history'),
    goBack: () => recordStep('go back'),
    goForward: () => recordStep('go forward'),
  };
  send(channel: string, ...sent: unknown[]): void {
    recordStep(['send', channel, ...sent].join(' '));
  }
  setWebRTCIPHandlingPolicy(policy: Parameters<WebContents['setWebRTCIPHandlingPolicy']>[0]): void {
    this.peerPolicy = policy;
  }
  setWindowOpenHandler(handler: Parameters<WebContents['setWindowOpenHandler']>[0]): void {
    this.openHandler = handler;
  }
}

/**
 * As in Electron, calls to a destroyed window throw, and what it was loading fails. So does what is loading when another
 * page is loaded. The end of the last window is reported however it ends.
 */
export class BrowserWindow extends EventEmitter {
  static getAllWindows(): BrowserWindow[] {
    return electronCalls.windows.filter((window) => !window.isDestroyed());
  }
  readonly options: BrowserWindowConstructorOptions;
  readonly webContents = new StandInContents();
  #interrupted = Promise.withResolvers<never>();
  #isDestroyed = false;
  #isVisible = true;
  minimized = false;
  fullScreen = false;

  constructor(options: BrowserWindowConstructorOptions) {
    super();
    this.options = options;
    this.#interrupted.promise.catch(() => undefined);
    recordStep('new BrowserWindow');
    electronCalls.windows.push(this);
    app.emit('web-contents-created', {}, this.webContents);
  }
  async loadURL(address: string): Promise<void> {
    this.#do(`loadURL ${address}`);
    this.#interrupt('ERR_ABORTED', -3);
    const interrupted = Promise.withResolvers<never>();
    interrupted.promise.catch(() => undefined);
    this.#interrupted = interrupted;
    const loading = electronCalls.protocolHandlers.get('app')?.(new Request(address));
    await Promise.race([interrupted.promise, behaviour.loading]);
    const page = await Promise.race([interrupted.promise, loading]);
    electronCalls.pages.push((await page?.text()) ?? '');
    if (this.#isDestroyed) await interrupted.promise;
  }
  hide(): void {
    this.#do('hide');
    this.#isVisible = false;
  }
  show(): void {
    this.#do('show');
    this.#isVisible = true;
    this.emit('show');
  }
  isVisible(): boolean {
    return this.#isVisible;
  }
  isFullScreen(): boolean {
    return this.fullScreen;
  }
  /** As on macOS, where it takes a while. */
  setFullScreen(isFull: boolean): void {
    this.#do(`setFullScreen ${isFull}`);
  }
  setBackgroundColor(colour: string): void {
    this.#do(`setBackgroundColor ${colour}`);
  }
  isMinimized(): boolean {
    return this.minimized;
  }
  restore(): void {
    this.#do('restore');
  }
  focus(): void {
    this.#do('focus');
  }
  reload(): void {
    this.#do('reload');
  }
  isDestroyed(): boolean {
    return this.#isDestroyed;
  }
  destroy(): void {
    this.#do('destroy');
    this.#end();
  }
  /** Emits an event as if the user caused it. */
  close(): void {
    this.#do('close');
    let isPrevented = false;
    const preventDefault = () => {
      isPrevented = true;
    };
    this.emit('close', { preventDefault });
    if (!isPrevented) this.#end();
  }
  #do(step: string): void {
    if (this.#isDestroyed) throw new TypeError('Object has been destroyed');
    recordStep(step);
  }
  #end(): void {
    this.#isDestroyed = true;
    this.emit('closed');
    this.#interrupt('ERR_FAILED', -2);
    if (BrowserWindow.getAllWindows().length === 0) app.emit('window-all-closed');
  }
  #interrupt(code: string, errno: number): void {
    this.#interrupted.reject(Object.assign(new Error(`${code} (${errno}) loading 'app://bundle/'`), { code, errno }));
  }
}

export const powerMonitor = new EventEmitter();

export const protocol: Pick<Protocol, 'registerSchemesAsPrivileged' | 'handle'> = {
  registerSchemesAsPrivileged(schemes) {
    recordStep('registerSchemesAsPrivileged');
    electronCalls.schemes.push(...schemes);
  },
  handle(scheme, handler) {
    recordStep(`protocol.handle ${scheme}`);
    electronCalls.protocolHandlers.set(scheme, handler);
  },
};

/** The handlers that were set, for a test to call. */
export const sessionHandlers = {
  permissionRequest: null as Parameters<Session['setPermissionRequestHandler']>[0],
  permissionCheck: null as Parameters<Session['setPermissionCheckHandler']>[0],
  devicePermission: null as Parameters<Session['setDevicePermissionHandler']>[0],
  beforeRequest: null as ((details: { url: string }, callback: (answer: object) => void) => void) | null,
  download: null as ((event: { preventDefault(): void }) => void) | null,
};

export const session = {
  defaultSession: {
    on(_event: 'will-download', listener: typeof sessionHandlers.download) {
      sessionHandlers.download = listener;
    },
    setPermissionRequestHandler(handler: typeof sessionHandlers.permissionRequest) {
      sessionHandlers.permissionRequest = handler;
    },
    setPermissionCheckHandler(handler: typeof sessionHandlers.permissionCheck) {
      sessionHandlers.permissionCheck = handler;
    },
    setDevicePermissionHandler(handler: typeof sessionHandlers.devicePermission) {
      sessionHandlers.devicePermission = handler;
    },
    setSpellCheckerEnabled: (isEnabled: boolean) => recordStep(`spell checker ${isEnabled}`),
    webRequest: {
      onBeforeRequest(handler: NonNullable<typeof sessionHandlers.beforeRequest>) {
        recordStep('onBeforeRequest');
        sessionHandlers.beforeRequest = handler;
      },
    },
  },
};

export const ipcMain: Pick<IpcMain, 'handle' | 'removeHandler' | 'on'> = {
  handle(channel, listener) {
    recordStep(`ipcMain.handle ${channel}`);
    electronCalls.handlers.set(channel, listener);
  },
  removeHandler: (channel) => void electronCalls.handlers.delete(channel),
  on(channel) {
    recordStep(`ipcMain.on ${channel}`);
    return ipcMain as IpcMain;
  },
};

class StandInRenderer extends EventEmitter {
  async invoke(...sent: Parameters<IpcRenderer['invoke']>) {
    electronCalls.invoked.push(sent);
    return { ok: true, value: null };
  }
}

export const ipcRenderer = new StandInRenderer();

export const contextBridge: Pick<ContextBridge, 'exposeInMainWorld'> = {
  exposeInMainWorld(key, api) {
    electronCalls.exposed[key] = api;
  },
};

export const dialog: Pick<Dialog, 'showErrorBox'> &
  Record<'showSaveDialog' | 'showMessageBox', (...options: unknown[]) => unknown> = {
  showErrorBox: (title, content) => recordStep(`showErrorBox ${title}: ${content}`),
  async showMessageBox(...options) {
    recordStep(`showMessageBox ${JSON.stringify(options.at(-1))}`);
    return { response: behaviour.pressedButton };
  },
  async showSaveDialog(...options) {
    recordStep(`showSaveDialog ${JSON.stringify(options.at(-1))}`);
    return { canceled: behaviour.isSaveCanceled, filePath: behaviour.savedPath };
  },
};

export const shell: Pick<Shell, 'openExternal' | 'openPath' | 'showItemInFolder'> = {
  openExternal: async (address) => void electronCalls.opened.push(address),
  async openPath(path) {
    electronCalls.opened.push(path);
    return behaviour.openPathProblem;
  },
  showItemInFolder: (path) => void electronCalls.opened.push(path),
};

class StandInTheme extends EventEmitter implements Pick<NativeTheme, 'themeSource' | 'shouldUseDarkColors'> {
  themeSource: NativeTheme['themeSource'] = 'system';
  shouldUseDarkColors = false;
}

export const nativeTheme = new StandInTheme();

export const screen = {
  getPrimaryDisplay: () => ({ workAreaSize: behaviour.workAreaSize }) as ReturnType<Screen['getPrimaryDisplay']>,
};

export class Tray extends EventEmitter {
  constructor(_picture: unknown) {
    super();
    recordStep('new Tray');
    electronCalls.trays.push(this);
  }
  menu: readonly MenuItemConstructorOptions[] = [];
  setToolTip(text: string): void {
    recordStep(`setToolTip ${text}`);
  }
  setContextMenu({ items }: { readonly items: readonly MenuItemConstructorOptions[] }): void {
    this.menu = items;
  }
}

/** As in Electron, it may report `close` or `failed`: a test emits them. */
export class Notification extends EventEmitter {
  readonly #title: string;
  static isSupported(): boolean {
    return true;
  }
  constructor({ title = '' }: NotificationConstructorOptions) {
    super();
    this.#title = title;
    electronCalls.notifications.push(this);
  }
  show(): void {
    recordStep(`Notification ${this.#title}`);
  }
}

export const nativeImage = { createFromPath: (path: string) => ({ path, resize: () => ({ path }) }) };

export const Menu = {
  buildFromTemplate: (template: MenuItemConstructorOptions[]) => ({
    items: template,
    popup: ({ x, y }: PopupOptions) => recordStep(`popup ${template.map(({ label }) => label)} at ${x}, ${y}`),
  }),
  setApplicationMenu: (_menu: unknown) => recordStep('setApplicationMenu'),
};

/** Creates a message from the page at `url`. `parent` is the parent of its frame. */
export function createMessage(url: string, parent: object | null = null): IpcMainInvokeEvent {
  return { senderFrame: { url, parent, isDestroyed: () => false } } as unknown as IpcMainInvokeEvent;
}

/**
 * Encrypts by reversing the text, which is enough to see that it is not stored as it is. As in Electron on Linux, the
 * published key is accepted too, and nothing is answered while the keyring is locked.
 */
export const safeStorage: Pick<
  SafeStorage,
  'getSelectedStorageBackend' | 'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync'
> = {
  getSelectedStorageBackend: () => behaviour.storageBackend,
  isAsyncEncryptionAvailable() {
    recordStep('isAsyncEncryptionAvailable');
    return behaviour.isKeyringLocked ? new Promise(() => {}) : Promise.resolve(behaviour.isAsyncEncryptionAvailable);
  },
  async encryptStringAsync(text) {
    if (!behaviour.canEncrypt) throw new Error('Error while encrypting the text.');
    return Buffer.from(`${behaviour.storageKey}:${reverseText(text)}`);
  },
  async decryptStringAsync(encrypted) {
    const [key, text = ''] = encrypted.toString().split(/:(.*)/s);
    if (key !== behaviour.storageKey) throw new Error('Error while decrypting the ciphertext.');
    return { result: reverseText(text), shouldReEncrypt: behaviour.shouldReEncrypt };
  },
};

/** As in Electron, where `electron-store` reads `app` and `ipcMain` from the default export. */
export default { app, ipcMain, shell };

function reverseText(text: string): string {
  return [...text].reverse().join('');
}

/** Records a step of the stand-in. */
function recordStep(step: string): void {
  electronCalls.steps.push(step);
}
