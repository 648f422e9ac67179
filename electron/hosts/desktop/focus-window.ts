import { BrowserWindow } from 'electron';

/** Brings the window to the front, for whoever starts the program a second time. */
export function focusWindow(): void {
  const [window] = BrowserWindow.getAllWindows();
  if (window?.isMinimized()) window.restore();
  window?.focus();
}
