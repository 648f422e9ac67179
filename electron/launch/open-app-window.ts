import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface AppWindow {
  /** Ends the browser; resolves when it has ended. */
  close(): Promise<void>;
}

export interface AppWindowOptions {
  /** Program of a Chromium browser. */
  readonly browser: string;
  readonly address: string;
  /** Folder of a profile of our own, so that no other window of the user is touched. */
  readonly profile: string;
  readonly isRoot: boolean;
  /** Called once when the browser ends by itself; the reason is null when the user closed the window. */
  readonly onEnd: (reason: string | null) => void;
}

/** Opens the address as a window without tabs and address bar. */
export function openAppWindow(options: AppWindowOptions): AppWindow {
  const child = spawn(options.browser, switchesFor(options), { stdio: 'ignore' });
  const hasEnded = Promise.race([once(child, 'exit'), once(child, 'error')]).catch(() => undefined);
  let isOver = false;
  const tellEnd = (reason: string | null) => {
    if (!isOver) options.onEnd(reason);
    isOver = true;
  };
  child.once('error', (error) => tellEnd(error.message));
  child.once('exit', (status, signal) => {
    tellEnd(status === 0 ? null : `${options.browser} ended with ${signal ?? `status ${status}`}`);
  });
  return {
    async close() {
      isOver = true;
      if (child.exitCode === null && child.signalCode === null) child.kill();
      await hasEnded;
    },
  };
}

function switchesFor({ address, profile, isRoot }: AppWindowOptions): string[] {
  return [
    `--app=${address}`,
    '--test-type',
    `--user-data-dir=${profile}`,
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--password-store=basic',
    ...(isRoot ? ['--no-sandbox'] : []),
  ];
}
