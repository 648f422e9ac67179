import type { Session } from 'electron';
import { mayRequest, mayUsePermission } from './guards.ts';

/** Shuts the window's session in: no permission but the granted ones, no request beyond our own scheme. */
export function lockSession(session: Session, allowsDevTools: boolean): void {
  session.setPermissionRequestHandler((_, permission, callback, details) => {
    callback(mayUsePermission(permission, details.requestingUrl));
  });
  session.setPermissionCheckHandler((_, permission, requestingOrigin) =>
    mayUsePermission(permission, requestingOrigin),
  );
  session.setDevicePermissionHandler(() => false);
  session.webRequest.onBeforeRequest(({ url }, callback) => {
    callback({ cancel: !mayRequest(url, allowsDevTools) });
  });
  // Files are written by the program, where the user says; a page has none to give.
  session.on('will-download', (event) => event.preventDefault());
  // The dictionaries would be fetched from the internet.
  session.setSpellCheckerEnabled(false);
}
