import { app, type BrowserWindow, nativeTheme, protocol, session } from 'electron';
import type { Language } from '../../../shared/contract/language.ts';
import { APP_SCHEME } from './app-address.ts';
import { lockSession } from './lock-session.ts';
import { createStartProtocol } from './start-page.ts';
import { loadStartAddress, openWindow } from './window.ts';

export interface ProgramWindow {
  /** Null once somebody has closed it, which they may do at any moment. */
  readonly current: BrowserWindow | null;
  /** Puts the pages of the program, as `answer` gives them, in the place of the start page. */
  showPages(answer: (request: Request) => Promise<Response>): Promise<void>;
}

export interface ProgramWindowOptions {
  /** Path of the built preload script. */
  readonly preload: string;
  readonly language: Language;
}

/**
 * Opens the window before there is a program, and answers when its start page is there. To be called once the app is
 * ready, and once.
 */
export async function openProgramWindow({ preload, language }: ProgramWindowOptions): Promise<ProgramWindow> {
  const allowsDevTools = !app.isPackaged;
  lockSession(session.defaultSession, allowsDevTools);
  let answerRequest = createStartProtocol(language);
  protocol.handle(APP_SCHEME, (request) => answerRequest(request));
  const window = openWindow({ preload, isDark: nativeTheme.shouldUseDarkColors, allowsDevTools });
  let current: BrowserWindow | null = window;
  window.once('closed', () => {
    current = null;
  });
  await loadStartAddress(window);

  return {
    get current() {
      return current;
    },
    async showPages(answer) {
      answerRequest = answer;
      if (current !== null) await loadStartAddress(current);
    },
  };
}
