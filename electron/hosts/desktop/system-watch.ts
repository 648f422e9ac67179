import { app, powerMonitor } from 'electron';
import type { AppWindow } from './window.ts';

export interface SystemLog {
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/**
 * Ends the program in order when the system ends, and writes down what happens to processes and power. A sleep needs
 * nothing else: tokens go by the clock on the wall, and who delivers notices a clock that has jumped by itself.
 */
export function watchSystem(window: AppWindow, log: SystemLog): void {
  app.on('child-process-gone', (_, { type, reason, exitCode, name }) => {
    if (reason === 'clean-exit') return;
    log.error({ type, reason, exitCode, name }, 'a process of the program is gone');
  });
  powerMonitor.on('suspend', () => log.info({}, 'the computer goes to sleep'));
  powerMonitor.on('resume', () => log.info({}, 'the computer is awake again'));

  const end = (event: string) => {
    log.info({ event }, 'the system ends: so does the program');
    app.quit();
  };
  // Linux and macOS. Its listener gets an event, which the types leave out: the system waits where it is prevented.
  const power: NodeJS.EventEmitter = powerMonitor;
  power.on('shutdown', (event: { preventDefault(): void }) => {
    event.preventDefault();
    end('shutdown');
  });
  // Windows, where `before-quit` does not come by itself then. Who signs out is not kept from it.
  for (const event of ['query-session-end', 'session-end'] as const) {
    (window as NodeJS.EventEmitter).once(event, () => end(event));
  }
}
