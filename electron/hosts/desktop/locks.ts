import { app, type Session, type WebContents } from 'electron';
import {
  DEBUGGING_SWITCHES,
  mayNavigate,
  mayRequest,
  mayUsePermission,
  NO_NETWORK_SWITCH,
  PEER_POLICY,
  UNSANDBOXING_SWITCHES,
} from './guards.ts';

/** Applies to every page. Only before the app is ready. */
export function lockProgram(): void {
  app.enableSandbox();
  app.commandLine.appendSwitch(NO_NETWORK_SWITCH.name, NO_NETWORK_SWITCH.value);
  // Tests control the unpackaged program with them.
  if (app.isPackaged) for (const name of DEBUGGING_SWITCHES) app.commandLine.removeSwitch(name);
  app.on('web-contents-created', (_, contents) => lockContents(contents));
}

/**
 * Why an installed program does not start, in a sentence: a switch turns off its sandbox. `null` if none does. Call it
 * before `lockProgram`, which hides the switch while the processes stay unsandboxed. The start script of an AppImage
 * sets it if the system lets no user make namespaces, and Electron itself if ELECTRON_DISABLE_SANDBOX is set.
 */
export function findSandboxRefusal(): string | null {
  const name = UNSANDBOXING_SWITCHES.find((name) => app.commandLine.hasSwitch(name));
  if (!app.isPackaged || name === undefined) return null;
  return (
    `Tilldesk does not run without the sandbox of its window (--${name}): where an AppImage cannot have one, install ` +
    'the .deb or .rpm package, which sets it up.'
  );
}

/** Restricts the window's session: only the granted permissions, and only requests to our own scheme. */
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
  // The program writes files where the user wants them; a page downloads none.
  session.on('will-download', (event) => event.preventDefault());
  // Chromium would fetch the dictionaries from the internet.
  session.setSpellCheckerEnabled(false);
}

/** Keeps a page on our own addresses, even one that runs hostile code: no other page, window, guest or peer. */
export function lockContents(contents: WebContents): void {
  const keepInApp = (event: { readonly url: string; preventDefault(): void }) => {
    if (!mayNavigate(event.url)) event.preventDefault();
  };
  contents.on('will-navigate', keepInApp);
  contents.on('will-frame-navigate', keepInApp);
  contents.on('will-redirect', keepInApp);
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.setWebRTCIPHandlingPolicy(PEER_POLICY);
}
