import { app } from 'electron';
import { DEBUGGING_SWITCHES, NO_NETWORK_SWITCH } from './chromium-switches.ts';
import { lockContents } from './lock-contents.ts';

/** What holds for every page, whoever makes it. Only before the app is ready. */
export function lockProgram(): void {
  app.enableSandbox();
  app.commandLine.appendSwitch(NO_NETWORK_SWITCH.name, NO_NETWORK_SWITCH.value);
  // Tests drive the program by them, unpackaged.
  if (app.isPackaged) for (const name of DEBUGGING_SWITCHES) app.commandLine.removeSwitch(name);
  app.on('web-contents-created', (_, contents) => lockContents(contents));
}
