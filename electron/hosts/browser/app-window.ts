import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Clock } from '../../base/clock.ts';
import { readJsonFile } from '../../base/json.ts';

export interface AppWindow {
  /** Ends the browser; resolves when it has ended. */
  close(): Promise<void>;
}

export interface WindowLaunch {
  /** Address that receives the launch code, as the field `code` of a form. */
  readonly action: string;
  readonly ticket: { readonly code: string; isRedeemed(): boolean };
  /** A new address for a person to open. */
  readonly issueAddress: () => string;
  /** To be called when the window is gone but the program continues. */
  readonly leaveWindow: () => Promise<void>;
}

export interface AppWindowOptions {
  /** Program of a Chromium browser. */
  readonly browser: string;
  readonly launch: Pick<WindowLaunch, 'action' | 'ticket'>;
  /** Folder of a separate profile, so that no other window of the user is touched. */
  readonly profile: string;
  readonly isRoot: boolean;
  readonly clock: Pick<Clock, 'after'>;
  /** Called once when the browser ends by itself; the reason is `null` if the user closed the window. */
  readonly onEnd: (reason: string | null) => void;
  /** Called if the browser runs, but has not opened the window in time. */
  readonly onNotOpened: () => void;
}

/** Some browsers run in a container in which they cannot read the folder of the profile. */
const OPEN_TIMEOUT_MS = 10_000;

/**
 * Opens a window without tabs and address bar. The browser gets the launch code in a file that only its owner can read:
 * every user of a computer can read the arguments of every process.
 */
export function openAppWindow(options: AppWindowOptions): AppWindow {
  const { launch, profile, clock, onEnd, onNotOpened } = options;
  const page = writeLaunchPage(profile, launch);
  disableBrowserFeatures(join(profile, 'Default'));
  const child = spawn(options.browser, listSwitches(options, page), { stdio: 'ignore' });
  const hasEnded = Promise.race([once(child, 'exit'), once(child, 'error')]).catch(() => undefined);
  let isOver = false;
  const cancelWait = clock.after(OPEN_TIMEOUT_MS, () => {
    rmSync(page, { force: true });
    if (!isOver && !launch.ticket.isRedeemed()) onNotOpened();
  });
  const end = () => {
    isOver = true;
    cancelWait();
    rmSync(page, { force: true });
  };
  const reportEnd = (reason: string | null) => {
    if (!isOver) onEnd(reason);
    end();
  };
  child.once('error', (error) => reportEnd(error.message));
  child.once('exit', (status, signal) => {
    // A browser of an earlier run that still uses the profile takes over the window.
    if (status === 0 && !launch.ticket.isRedeemed()) return;
    reportEnd(status === 0 ? null : `${options.browser} ended with ${signal ?? `status ${status}`}`);
  });
  return {
    async close() {
      end();
      if (child.exitCode === null && child.signalCode === null) child.kill();
      await hasEnded;
    },
  };
}

/** The page sends the code as a form, so that no address contains it. */
function writeLaunchPage(profile: string, { action, ticket }: AppWindowOptions['launch']): string {
  const page = join(profile, 'launch.html');
  mkdirSync(profile, { recursive: true, mode: 0o700 });
  // An existing file may be readable by others, or be a link.
  rmSync(page, { force: true });
  const html = `<!doctype html>
<meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>Tilldesk</title>
<form method="post" action="${action}"><input type="hidden" name="code" value="${ticket.code}"></form>
<script>document.forms[0].submit()</script>
`;
  writeFileSync(page, html, { mode: 0o600, flag: 'wx' });
  return page;
}

/** Turns off what the browser would do with page content: store passwords, report them, translate. */
const QUIET_PREFERENCES = {
  credentials_enable_service: false,
  profile: { password_manager_enabled: false, password_manager_leak_detection: false },
  autofill: { enabled: false, profile_enabled: false, credit_card_enabled: false },
  translate: { enabled: false },
  safebrowsing: { enabled: false },
};

/** Sets these preferences in the profile, leaves the others, and removes passwords that an earlier browser stored. */
function disableBrowserFeatures(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of ['Login Data', 'Login Data For Account']) {
    for (const ending of ['', '-journal']) rmSync(join(folder, `${name}${ending}`), { force: true });
  }
  const file = join(folder, 'Preferences');
  // Empty if there are none, or they cannot be read: the browser then starts with its defaults.
  const stored: Record<string, unknown> = Object(readJsonFile(file));
  const profile = { ...Object(stored.profile), ...QUIET_PREFERENCES.profile };
  writeFileSync(file, JSON.stringify({ ...stored, ...QUIET_PREFERENCES, profile }), { mode: 0o600 });
}

function listSwitches({ profile, isRoot }: AppWindowOptions, page: string): string[] {
  return [
    `--app=${pathToFileURL(page).href}`,
    '--test-type',
    `--user-data-dir=${profile}`,
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-features=AutofillServerCommunication,OptimizationHints',
    '--password-store=basic',
    ...(isRoot ? ['--no-sandbox'] : []),
  ];
}

const WORKS_ONCE = 'works once, for 10 minutes';

/** Printed when the window is gone but Tilldesk continues. `reason` is null if the user closed it; `address` is new. */
export function formatClosedWindow(reason: string | null, address: string): string {
  const event = reason === null ? 'The window was closed' : `The window is gone (${reason})`;
  return `${event}; Tilldesk keeps running. Open it again at ${address} (${WORKS_ONCE}); Ctrl+C stops it.`;
}

export function formatNotOpened(address: string): string {
  return `The browser has not opened the window yet. If it stays empty, paste this address into a browser: ${address} (${WORKS_ONCE}).`;
}

export const CODE_USED_TWICE =
  'The address of a window was used a second time, by another browser or user, so the window that it had opened was closed. Start Tilldesk again for a new address; if it was not you, another user of this computer tried to get in.';
