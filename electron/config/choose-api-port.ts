import { StartError } from '../base/start-error.ts';
import { type Config, DEFAULT_API_PORT } from './config.ts';
import { readSettingsFile } from './settings-file.ts';

interface PortSources {
  readonly config: Pick<Config, 'apiPort' | 'uiPort'>;
  readonly folder: { readonly path: string };
  /** Whether `uiPort` will be listened on. */
  readonly hasUiPort: boolean;
  readonly log: { warn(fields: object, message: string): void };
}

/**
 * The port of the API: as an option names it, else the settings of the data folder, else the usual one. Throws
 * `StartError` where the browser window is to have it.
 */
export function chooseApiPort({ config, folder, hasUiPort, log }: PortSources): number {
  if (config.apiPort !== null) return config.apiPort;
  const port = keptApiPort(folder.path, () =>
    log.warn({ port: DEFAULT_API_PORT }, 'the settings file is broken: the API takes its usual port'),
  );
  if (hasUiPort && port === config.uiPort) {
    throw new StartError(
      `The API and the browser window cannot both have port ${port}: choose another one with --port or --ui-port.`,
    );
  }
  return port;
}

/** Where the API is unless an option says otherwise. A broken file is left to be set aside by who keeps it. */
export function keptApiPort(dataFolder: string, onBroken: () => void): number {
  const kept = readSettingsFile(dataFolder);
  if (kept !== 'broken') return kept.apiPort ?? DEFAULT_API_PORT;
  onBroken();
  return DEFAULT_API_PORT;
}
