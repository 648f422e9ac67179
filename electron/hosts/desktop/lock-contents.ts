import type { WebContents } from 'electron';
import { PEER_POLICY } from './chromium-switches.ts';
import { mayNavigate } from './guards.ts';

/** Keeps a page on our own addresses, whatever it is made to do: no other page, window, guest or peer. */
export function lockContents(contents: WebContents): void {
  contents.on('will-navigate', (event) => {
    if (!mayNavigate(event.url)) event.preventDefault();
  });
  contents.on('will-frame-navigate', (event) => {
    if (!mayNavigate(event.url)) event.preventDefault();
  });
  contents.on('will-redirect', (event) => {
    if (!mayNavigate(event.url)) event.preventDefault();
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.setWebRTCIPHandlingPolicy(PEER_POLICY);
}
