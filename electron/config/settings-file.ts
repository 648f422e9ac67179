import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { Settings } from '../../shared/contract/bridge.ts';
import { DEFAULT_SETTINGS } from '../../shared/contract/defaults.ts';
import { readPlatformAddress } from '../../shared/platform-address.ts';
import { StartError } from '../base/errors.ts';
import { parseJson } from '../base/json.ts';
import type { Log } from '../base/log.ts';
import { type Config, DEFAULT_API_PORT } from './config.ts';

export const SETTINGS_NAME = 'settings';

/** Settings that this version no longer has. A file of an older one may hold them; they are dropped. */
export const FORMER_SETTINGS = { csvProfile: Type.Unknown() };

/** What a file may hold: settings of the agreed form, those left out being the default ones. */
const FILE_FORM = Type.Partial(Type.Object({ ...Settings.properties, ...FORMER_SETTINGS }), {
  additionalProperties: false,
});
type FileSettings = Static<typeof FILE_FORM>;

export function settingsPath(folder: string): string {
  return join(folder, `${SETTINGS_NAME}.json`);
}

/** What the settings file of a folder holds, without a change to it; nothing where there is none. */
export function readSettingsFile(folder: string): Partial<Settings> | 'broken' {
  const path = settingsPath(folder);
  if (!existsSync(path)) return {};
  const settings = parseJson(readFileSync(path, 'utf8'));
  return Value.Check(FILE_FORM, settings) ? withoutFormer(settings) : 'broken';
}

export function withoutFormer({ csvProfile: _, ...settings }: FileSettings): Partial<Settings> {
  return settings;
}

/** The same; nothing if the file is broken, after a call of `onBroken`. It stays: the settings store sets it aside. */
export function readSettings(folder: string, onBroken = () => {}): Partial<Settings> {
  const stored = readSettingsFile(folder);
  if (stored !== 'broken') return stored;
  onBroken();
  return {};
}

interface PortSources {
  readonly config: Pick<Config, 'apiPort' | 'uiPort'>;
  readonly folder: { readonly path: string };
  /** Whether the program will listen on `uiPort`. */
  readonly hasUiPort: boolean;
  readonly log: Pick<Log, 'warn'>;
}

/**
 * The port of the API: as an option names it, else the settings of the data folder, else the usual one. Throws
 * `StartError` where the browser window is to have it.
 */
export function chooseApiPort({ config, folder, hasUiPort, log }: PortSources): number {
  if (config.apiPort !== null) return config.apiPort;
  const settings = readSettings(folder.path, () =>
    log.warn({ port: DEFAULT_API_PORT }, 'the settings file is broken: the API takes its usual port'),
  );
  const port = settings.apiPort ?? DEFAULT_API_PORT;
  if (hasUiPort && port === config.uiPort) {
    throw new StartError(
      `The API and the browser window cannot both have port ${port}: choose another one with --port or --ui-port.`,
    );
  }
  return port;
}

/**
 * The base URL of the platform that other tools use during this run: `named` by an option, else the settings as they are
 * at the start; null for the built-in one. Throws `StartError` for an address that no password may be sent to.
 */
export function readUsualPlatform(named: string | null, dataFolder: string, log: Pick<Log, 'warn'>): string | null {
  if (named !== null) return named;
  const { platform } = readSettings(dataFolder, () =>
    log.warn({}, 'the settings file is broken: other tools use the built-in platform'),
  );
  if (!platform) return null;
  const read = readPlatformAddress(platform);
  if (read.ok) return read.address;
  throw new StartError(
    `The platform in the settings is no address that a password may be sent to (${read.problem}); name another one with --platform.`,
  );
}

const HOUR_MS = 60 * 60_000;

/** How long answers of other platforms may be stored, by the current settings of a data folder; 0 where they are broken. */
export function keepsAnswersMs(dataFolder: string): number {
  const settings = readSettingsFile(dataFolder);
  if (settings === 'broken') return 0;
  return (settings.keepsAnswersHours ?? DEFAULT_SETTINGS.keepsAnswersHours) * HOUR_MS;
}
