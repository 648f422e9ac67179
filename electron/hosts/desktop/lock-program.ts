import { app } from 'electron';
import { DEBUGGING_SWITCHES, NO_NETWORK_SWITCH, UNSANDBOXING_SWITCHES } from './chromium-switches.ts';
import { lockContents } from './lock-contents.ts';

/** What holds for every page, whoever makes it. Only before the app is ready. */
export function lockProgram(): void {
  app.enableSandbox();
  app.commandLine.appendSwitch(NO_NETWORK_SWITCH.name, NO_NETWORK_SWITCH.value);
  // Tests drive the program by them, unpackaged.
  if (app.isPackaged) for (const name of DEBUGGING_SWITCHES) app.commandLine.removeSwitch(name);
  app.on('web-contents-created', (_, contents) => lockContents(contents));
}

/**
 * Why an installed program does not start, in a sentence: a switch takes its sandbox away. null where none does. To be asked
 * before `lockProgram`, which hides the switch while the processes stay outside. The start script of an AppImage gives
 * it where the system lets no user make namespaces, and Electron itself where ELECTRON_DISABLE_SANDBOX is set.
 */
export function refusalWithoutSandbox(): string | null {
  const name = UNSANDBOXING_SWITCHES.find((name) => app.commandLine.hasSwitch(name));
  if (!app.isPackaged || name === undefined) return null;
  return (
    `Tilldesk does not run without the sandbox of its window (--${name}): where an AppImage cannot have one, install ` +
    'the .deb package, which sets it up.'
  );
}
