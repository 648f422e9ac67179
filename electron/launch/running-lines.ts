import type { UiPlace } from '../pages/ui-host.ts';

export interface RunningFacts {
  readonly version: string;
  readonly apiAddress: string;
  /** null without a user interface. */
  readonly ui: UiPlace | null;
  readonly dataFolder: string;
  /** Account, e-mail address and password of the demo shop. */
  readonly demoSignIn: readonly string[];
}

/** What the person who started the program is told once it runs. */
export function runningLines({ version, apiAddress, ui, dataFolder, demoSignIn }: RunningFacts): string[] {
  return [
    `Tilldesk ${version} is running.`,
    `  API      ${apiAddress}`,
    ...(ui === null ? [] : [`  Window   ${ui.description}`]),
    `  Data     ${dataFolder}`,
    `  Sign-in  ${demoSignIn.join(' / ')}`,
    '  Stop     Ctrl+C',
  ];
}
