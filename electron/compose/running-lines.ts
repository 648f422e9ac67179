import type { UiPlace } from '../bridge/ui-host.ts';

export interface RunningFacts {
  readonly version: string;
  readonly apiAddress: string;
  /** null without a user interface. */
  readonly ui: UiPlace | null;
  /** Where other tools sign in, as an option or the settings say; null for this program itself. */
  readonly platform: string | null;
  readonly dataFolder: string;
  /** Account, e-mail address and password of the demo shop; null where there is none. */
  readonly demoSignIn: readonly string[] | null;
  /** How much the demo shop does a minute; null while it is at rest. */
  readonly livePerMinute: number | null;
  /** Where those who run a server ask for health and figures; null where that is the API. */
  readonly operationsAddress: string | null;
  /** Sentences on what is not as it should be. */
  readonly warnings: readonly string[];
}

/** What the person who started the program is told once it runs. */
export function runningLines(facts: RunningFacts): string[] {
  const { version, apiAddress, platform, ui, dataFolder, demoSignIn, livePerMinute, operationsAddress } =
    facts;
  return [
    `Tilldesk ${version} is running.`,
    `  API      ${apiAddress}`,
    ...(operationsAddress === null ? [] : [`  Operate  ${operationsAddress}`]),
    ...(ui === null ? [] : [`  Window   ${ui.description}`]),
    ...(platform === null ? [] : [`  Platform ${platform} (where other tools sign in)`]),
    `  Data     ${dataFolder}`,
    ...(demoSignIn === null ? [] : [`  Sign-in  ${demoSignIn.join(' / ')}`]),
    ...(livePerMinute === null
      ? []
      : [`  Live     the demo shop sells, about ${livePerMinute} actions a minute`]),
    ...facts.warnings.map((warning) => `  Note     ${warning}`),
    '  Stop     Ctrl+C',
  ];
}
