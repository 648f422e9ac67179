/** What every window of Electron has to be made with, so that its page can do no more than a page of the web. */
export const BOXED_PREFERENCES: Readonly<Record<string, boolean>> = {
  sandbox: true,
  contextIsolation: true,
  webSecurity: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  webviewTag: false,
};
