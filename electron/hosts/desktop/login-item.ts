import { app } from 'electron';

/**
 * Whether the program can begin when somebody signs in to the computer. Only once it is packaged: before that, what
 * would be begun is Electron itself.
 */
export function canBeLoginItem(platform: NodeJS.Platform): boolean {
  return app.isPackaged && (platform === 'win32' || platform === 'darwin');
}

/** Makes the program a login item or not, where it is otherwise; answers whether the system has taken that over. */
export function setLoginItem(openAtLogin: boolean): boolean {
  const holds = () => app.getLoginItemSettings().openAtLogin === openAtLogin;
  if (!holds()) app.setLoginItemSettings({ openAtLogin });
  return holds();
}
