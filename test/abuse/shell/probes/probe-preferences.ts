import { BOXED_PREFERENCES } from '../../../support/boxed-preferences.ts';
import { told } from '../../../support/electron-stand-in.ts';
import type { SuiteRun } from '../../harness/suite.ts';
import type { OpenShell } from '../open-shell.ts';
import { BREACHES, COUNTS } from '../shell-figures.ts';

const FORBIDDEN = ['enableBlinkFeatures', 'additionalArguments', 'partition', 'session', 'offscreen'];

/** Items 1, 2 and 9: what the window is made with, and what is settled before there is one. */
export function probePreferences(run: SuiteRun, { window }: OpenShell): void {
  const given = new Map<string, unknown>(Object.entries(window.options.webPreferences ?? {}));
  const expect = (holds: boolean, sentence: string) => {
    run.count(COUNTS.answers);
    if (!holds) run.breach(BREACHES.weak, sentence);
  };
  for (const [name, value] of Object.entries(BOXED_PREFERENCES)) {
    expect(given.get(name) === value, `${name} is ${given.get(name)}`);
  }
  for (const name of FORBIDDEN) expect(!given.has(name), `${name} is given`);
  expect(told.steps.includes('enableSandbox'), 'the sandbox of the program is off');
  expect(window.webContents.peerPolicy === 'disable_non_proxied_udp', 'peers are reached directly');
  expect(told.switches.get('host-resolver-rules') === 'MAP * ~NOTFOUND', 'names and addresses are found');
  // The start page first, and then that of the program.
  const loaded = told.steps.filter((step) => step.startsWith('loadURL')).join();
  expect(loaded === 'loadURL app://bundle/,loadURL app://bundle/', `what is shown: ${loaded}`);
}
