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

/** Settings that this version no longer has. Files of older versions may contain them; they are dropped. */
export const FORMER_SETTINGS = { csvProfile: Type.Unknown() };

/** A settings file: settings of the agreed form. Absent ones have their default. */
const FILE_FORM = Type.Partial(Type.Object({ ...Settings.properties, ...FORMER_SETTINGS }), {
  additionalProperties: false,
});
type FileSettings = Static<typeof FILE_FORM>;

export function getSettingsPath(folder: string): string {
  return join(folder, `${SETTINGS_NAME}.json`);
}

/** The settings in the file of a folder, which is not changed; empty if there is none. */
export function readSettingsFile(folder: string): Partial<Settings> | 'broken' {
  const path = getSettingsPath(folder);
  if (!existsSync(path)) return {};
  const settings = parseJson(readFileSync(path, 'utf8'));
  return Value.Check(FILE_FORM, settings) ? dropFormer(settings) : 'broken';
}

export function dropFormer({ csvProfile: _, ...settings }: FileSettings): Partial<Settings> {
  return settings;
}

/**
 * The same, but empty if the file is broken, after a call of `onBroken`. The file stays: the settings store sets it
 * aside.
 */
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
 * The port of the API: from an option, otherwise the settings of the data folder, otherwise the default. Throws
 * `StartError` if the browser window has the same port.
 */
export function chooseApiPort({ config, folder, hasUiPort, log }: PortSources): number {
  if (config.apiPort !== null) return config.apiPort;
  const settings = readSettings(folder.path, () =>
    log.warn({ port: DEFAULT_API_PORT }, 'the settings file is broken: the API uses its default port'),
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
 * The base URL of the platform that other tools use in this run: `named` by an option, otherwise from the settings at
 * the start; `null` for the built-in one. Throws `StartError` for an address that no password may be sent to.
 */
export function readDefaultPlatform(named: string | null, dataFolder: string, log: Pick<Log, 'warn'>): string | null {
  if (named !== null) return named;
  const { platform } = readSettings(dataFolder, () =>
    log.warn({}, 'the settings file is broken: other tools use the built-in platform'),
  );
  if (!platform) return null;
  const read = readPlatformAddress(platform);
  if (read.ok) return read.address;
  throw new StartError(
    `The platform in the settings is not an address that a password may be sent to (${read.problem}); choose another one with --platform.`,
  );
}

const HOUR_MS = 60 * 60_000;

/**
 * How long answers of other platforms may be stored, by the current settings of a data folder; 0 if they are broken.
 */
export function readAnswerRetentionMs(dataFolder: string): number {
  const settings = readSettingsFile(dataFolder);
  if (settings === 'broken') return 0;
  return (settings.keepsAnswersHours ?? DEFAULT_SETTINGS.keepsAnswersHours) * HOUR_MS;
}
