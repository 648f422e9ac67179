import type { UiPlace } from '../pages/ui-host.ts';

export interface RunningFacts {
  readonly version: string;
  readonly apiAddress: string;
  /** null without a user interface. */
  readonly ui: UiPlace | null;
  readonly dataFolder: string;
  /** Account, e-mail address and password of the demo shop. */
  readonly demoSignIn: readonly string[];
  /** How much the demo shop does a minute; null while it is at rest. */
  readonly livePerMinute: number | null;
}

/** What the person who started the program is told once it runs. */
export function runningLines(facts: RunningFacts): string[] {
  const { version, apiAddress, ui, dataFolder, demoSignIn, livePerMinute } = facts;
  return [
    `Tilldesk ${version} is running.`,
    `  API      ${apiAddress}`,
    ...(ui === null ? [] : [`  Window   ${ui.description}`]),
    `  Data     ${dataFolder}`,
    `  Sign-in  ${demoSignIn.join(' / ')}`,
    ...(livePerMinute === null
      ? []
      : [`  Live     the demo shop sells, about ${livePerMinute} actions a minute`]),
    '  Stop     Ctrl+C',
  ];
}
