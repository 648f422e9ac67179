import { setImmediate } from 'node:timers/promises';
import { app, BrowserWindow, nativeTheme, protocol, screen, session } from 'electron';
import type { Language } from '../../../shared/contract/language.ts';
import { getErrorCode } from '../../base/errors.ts';
import { createPageNonce, PAGE_HEADERS } from '../page-policy.ts';
import { APP_SCHEME, APP_START_PAGE, isAppAddress } from './guards.ts';
import { lockSession } from './locks.ts';

export interface ProgramWindow {
  /** `null` after the user has closed it, which can happen at any time. */
  readonly current: BrowserWindow | null;
  /** Replaces the start page by the pages of the program, as `answer` gives them. */
  showPages(answer: (request: Request) => Promise<Response>): Promise<void>;
  /** Brings the window to the front, even if it was put away. */
  show(): void;
  /**
   * Closes the window for the person while the program continues: it is hidden, and its page is loaded again. It is not
   * destroyed, because Windows reports the end of a session only to windows.
   */
  putAway(): Promise<void>;
}

/**
 * Opens the window before the program has started, and resolves when its start page is loaded. Call it once, after the
 * app is ready. `preload` is the path of the built preload script.
 */
export async function openProgramWindow({
  preload,
  language,
  platform,
}: {
  readonly preload: string;
  readonly language: Language;
  readonly platform: NodeJS.Platform;
}): Promise<ProgramWindow> {
  const allowsDevTools = !app.isPackaged;
  lockSession(session.defaultSession, allowsDevTools);
  let answerRequest = createStartProtocol(language);
  protocol.handle(APP_SCHEME, (request) => answerRequest(request));
  const window = openWindow(preload, allowsDevTools);
  let current: BrowserWindow | null = window;
  window.once('closed', () => {
    current = null;
  });
  nativeTheme.on('updated', () => current?.setBackgroundColor(chooseBackground()));
  const show = () => {
    if (current?.isMinimized()) current.restore();
    current?.show();
    current?.focus();
  };
  // A second start of the program; on macOS a click in the dock.
  for (const event of ['second-instance', 'activate'] as const) (app as NodeJS.EventEmitter).on(event, show);
  await loadStartAddress(window);

  return {
    show,
    async putAway() {
      if (current === null) return;
      hide(current, platform);
      await loadStartAddress(current);
      // The next user of the window must not go back to pages of this one.
      current?.webContents.navigationHistory.clear();
    },
    get current() {
      return current;
    },
    async showPages(answer) {
      answerRequest = answer;
      if (current === null) return;
      await loadStartAddress(current);
      // The user must not go back to the start page.
      current?.webContents.navigationHistory.clear();
    },
  };
}

/** The background of renderer/app/theme.css, so that nothing flashes before the page is loaded. */
const chooseBackground = () => (nativeTheme.shouldUseDarkColors ? '#171614' : '#fbfaf8');

/** For the first start. On a smaller screen the window is as large as the space that the taskbar leaves. */
const DEFAULT_WIDTH = 1440;
const DEFAULT_HEIGHT = 900;

/**
 * Opens the only window of the program, visible at once, in the colour of the page that will be loaded. It has its last
 * position, size and state, which Electron stores in the profile under `name`.
 */
function openWindow(preload: string, allowsDevTools: boolean): BrowserWindow {
  const { width, height } = screen.getPrimaryDisplay().workAreaSize;
  return new BrowserWindow({
    title: 'Tilldesk',
    name: 'main',
    windowStatePersistence: true,
    width: Math.min(DEFAULT_WIDTH, width),
    height: Math.min(DEFAULT_HEIGHT, height),
    minWidth: 512,
    minHeight: 350,
    backgroundColor: chooseBackground(),
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      devTools: allowsDevTools,
    },
  });
}

/** On macOS a full screen stays, black, unless the window leaves it first. */
function hide(window: BrowserWindow, platform: NodeJS.Platform): void {
  if (platform === 'darwin' && window.isFullScreen()) {
    window.once('leave-full-screen', () => window.hide());
    window.setFullScreen(false);
  } else {
    window.hide();
  }
}

/**
 * Loads the only address of the program. It is no failure if meanwhile the user closes the window, or another
 * navigation begins.
 */
async function loadStartAddress(window: BrowserWindow): Promise<void> {
  if (window.isDestroyed()) return;
  try {
    await window.loadURL(APP_START_PAGE);
  } catch (error) {
    // The page of a closed window can end a moment before the window.
    await setImmediate();
    if (!window.isDestroyed() && getErrorCode(error) !== 'ERR_ABORTED') throw error;
  }
}

const START_PAGE_TEXTS = {
  nl: {
    starting: 'Tilldesk wordt gestart …',
    hint: 'De eerste keer worden de demowinkels gemaakt. Dat duurt enkele seconden.',
  },
  en: {
    starting: 'Tilldesk is starting …',
    hint: 'The first time, the demo shops are made. That takes a few seconds.',
  },
} as const satisfies Record<Language, Record<string, string>>;

/** The colours of renderer/app/theme.css. The second sentence appears after two seconds. */
const START_PAGE_STYLE = `
  :root { color-scheme: light dark; --background: #fbfaf8; --ink: #1c1a17; --muted: #5c574f; }
  @media (prefers-color-scheme: dark) { :root { --background: #171614; --ink: #f1eee9; --muted: #b5afa5; } }
  body { margin: 0; min-height: 100vh; display: grid; place-content: center; text-align: center;
    background: var(--background); color: var(--ink); font: 15px/1.6 system-ui, sans-serif; }
  p { margin: 0; }
  #hint { color: var(--muted); opacity: 0; animation: come 200ms 2s forwards; }
  @keyframes come { to { opacity: 1; } }`;

/** Answers the window before the program has started: the start page and nothing else. It loads only its own style. */
export function createStartProtocol(language: Language): (request: Request) => Promise<Response> {
  return async ({ url, method }) => {
    const isStartPage = isAppAddress(url) && new URL(url).pathname === '/' && method === 'GET';
    const nonce = createPageNonce();
    const policy = `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
    const headers = { ...PAGE_HEADERS, 'content-security-policy': policy };
    if (!isStartPage) return new Response(null, { status: 404, headers });
    return new Response(renderStartPage(language, nonce), {
      headers: { ...headers, 'content-type': 'text/html; charset=utf-8' },
    });
  };
}

function renderStartPage(language: Language, nonce: string): string {
  const { starting, hint } = START_PAGE_TEXTS[language];
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8" />
    <title>Tilldesk</title>
    <style nonce="${nonce}">${START_PAGE_STYLE}
    </style>
  </head>
  <body>
    <p role="status">${starting}</p>
    <p id="hint">${hint}</p>
  </body>
</html>
`;
}
