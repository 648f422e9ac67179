import { ipcMain } from 'electron';
import type { UiCore } from '../../bridge/ui-host.ts';
import { mayCallBridge } from './guards.ts';

/** The one channel between page and program. The preload script writes it out again: it can import nothing. */
export const BRIDGE_CHANNEL = 'tilldesk:call';

/** Answers the calls of our own page; every other sender gets a failure and reaches nothing. */
export function serveBridge(core: Pick<UiCore, 'handle'>): void {
  ipcMain.handle(BRIDGE_CHANNEL, async (event, name: unknown, argument: unknown, sessionId: unknown) => {
    if (!mayCallBridge(event.senderFrame) || typeof name !== 'string') {
      const failure = {
        status: null,
        code: 'refused',
        message: 'This page may not call Tilldesk.',
        requestId: null,
      };
      return { ok: false, failure };
    }
    return core.handle(name, argument, typeof sessionId === 'string' ? sessionId : null);
  });
}

export function stopBridge(): void {
  ipcMain.removeHandler(BRIDGE_CHANNEL);
}
