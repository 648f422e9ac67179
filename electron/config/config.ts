import { homedir } from 'node:os';
import { posix, win32 } from 'node:path';
import { MAX_LIVE_RATE } from '../../shared/contract/window.ts';
import { readPlatformAddress } from '../../shared/platform-address.ts';
import { ConfigError } from '../base/errors.ts';
import {
  createGivenOptions,
  DEFAULT_LIVE_RATE,
  type GivenOptions,
  type Options,
  readChoice,
  readNumber,
  readOptions,
} from './options.ts';
import { readServerConfig, type ServerConfig } from './server-config.ts';

export { ConfigError } from '../base/errors.ts';
export { DEFAULT_API_PORT, DEFAULT_LIVE_RATE, formatHelp } from './options.ts';

/** `auto`: an Electron window if Electron is available, else the browser host. */
export type HostChoice = 'auto' | 'electron' | 'browser' | 'none';

export interface Config {
  readonly host: HostChoice;
  /** 0 means any free port; `null` if none is named. */
  readonly apiPort: number | null;
  /** 0 means a free port in each run. */
  readonly uiPort: number;
  /** Absolute path. */
  readonly dataFolder: string;
  /** If false, no browser is started, and the address is printed. */
  readonly opensBrowser: boolean;
  /** Actions of the demo shop per minute from the start; `null` for none. */
  readonly livePerMinute: number | null;
  /** What replaces a damaged data file; `null` if nothing was chosen. */
  readonly recovery: 'backup' | 'unverified' | 'new' | null;
  /** Base URL of the platform for other tools; `null` for that of the settings. */
  readonly platform: string | null;
  readonly server: ServerConfig;
  readonly showsHelp: boolean;
}

/** Everything that the configuration is read from. */
export interface ConfigSources {
  /** Arguments without the program and its script. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly homeFolder: string;
  /** Relative paths start here. */
  readonly workingFolder: string;
  /** A packaged Electron also gets switches of Chromium, so unknown options are ignored there. */
  readonly unknownOptions?: 'refuse' | 'ignore';
}

const HOSTS = ['electron', 'browser', 'none'] as const;

const RECOVERIES = ['backup', 'unverified', 'new'] as const;

/** Options win over the environment. Throws `ConfigError`. */
export function readConfig(sources: ConfigSources): Config {
  const options = readOptions(sources.argv, sources.unknownOptions ?? 'refuse');
  // The help works with any environment.
  const env = options.help ? {} : sources.env;
  const given = createGivenOptions(options, env);
  const host = readHost(options, given);
  const apiPort = readPort(given, 'port', null);
  const uiPort = readPort(given, 'ui-port', 0);
  const recover = given.find('recover');
  if (host !== 'none' && apiPort === uiPort && apiPort !== 0) {
    throw new ConfigError(
      `The API and the browser window cannot both have port ${apiPort}: choose another one with --port or --ui-port.`,
    );
  }
  return {
    host,
    apiPort,
    uiPort,
    dataFolder: readDataFolder(options['data-dir'], { ...sources, env }),
    opensBrowser: !given.isSet('no-open'),
    livePerMinute: readLiveRate(given),
    recovery: recover && readChoice(recover, RECOVERIES),
    platform: readPlatform(given),
    server: readServerConfig({
      given,
      isHeadless: host === 'none',
      resolvePath: (path) => getPathModule(sources).resolve(sources.workingFolder, path),
    }),
    showsHelp: options.help !== undefined,
  };
}

/** Either option may name the host. Options go before variables. */
function readHost(options: Options, given: GivenOptions): HostChoice {
  const isTyped = options.headless !== undefined || options.host !== undefined;
  const host = given.find('host');
  if (isTyped) return chooseHost(options.headless !== undefined, options.host, '--headless', '--host');
  return chooseHost(given.isSet('headless'), host?.text, 'TILLDESK_HEADLESS', 'TILLDESK_HOST');
}

function chooseHost(headless: boolean, host: string | undefined, headlessName: string, hostName: string): HostChoice {
  const named = host === undefined ? undefined : readChoice({ name: hostName, text: host }, HOSTS);
  if (headless && named !== undefined && named !== 'none') {
    throw new ConfigError(`${headlessName} and ${hostName} ${named} contradict each other: give only one.`);
  }
  return headless ? 'none' : (named ?? 'auto');
}

function readPort<Absent extends number | null>(
  given: GivenOptions,
  option: 'port' | 'ui-port',
  defaultPort: Absent,
): number | Absent {
  const found = given.find(option);
  if (found === null) return defaultPort;
  const port = /^\d{1,5}$/.test(found.text) ? Number(found.text) : Number.NaN;
  if (port <= 65535) return port;
  throw new ConfigError(`${found.name} takes a port from 0 to 65535, not "${found.text}".`);
}

/** `null` without --live. */
function readLiveRate(given: GivenOptions): number | null {
  const isLive = given.isSet('live');
  const found = given.find('live-rate');
  if (!isLive && found) throw new ConfigError(`${found.name} takes effect only with --live.`);
  if (!isLive) return null;
  return found === null ? DEFAULT_LIVE_RATE : readNumber(found, 1, MAX_LIVE_RATE);
}

type FolderSources = Pick<ConfigSources, 'env' | 'platform' | 'homeFolder' | 'workingFolder'>;

/**
 * The absolute path of the data folder: from the option, otherwise the environment, otherwise the default of the
 * system.
 */
export function readDataFolder(option: string | undefined, sources: FolderSources): string {
  const named = option ?? (sources.env.TILLDESK_DATA_DIR || undefined);
  if (named === '') throw new ConfigError('Name a folder after --data-dir.');
  return getPathModule(sources).resolve(sources.workingFolder, named ?? getDefaultDataFolder(sources));
}

function getPathModule({ platform }: Pick<FolderSources, 'platform'>) {
  return platform === 'win32' ? win32 : posix;
}

/**
 * The default data folder. It is local to this computer: a roaming or network folder would break the store's journal.
 */
export function getDefaultDataFolder(
  { env, platform, homeFolder }: Pick<FolderSources, 'env' | 'platform' | 'homeFolder'> = getSources([]),
): string {
  if (platform === 'win32') {
    return win32.join(env.LOCALAPPDATA || win32.join(homeFolder, 'AppData', 'Local'), 'Tilldesk');
  }
  if (platform === 'darwin') return posix.join(homeFolder, 'Library', 'Application Support', 'Tilldesk');
  return posix.join(env.XDG_DATA_HOME || posix.join(homeFolder, '.local', 'share'), 'tilldesk');
}

/** The base URL of the default platform from an option or a variable; `null` if none is named. */
export function readPlatform(given: GivenOptions): string | null {
  const found = given.find('platform');
  if (found === null) return null;
  const read = readPlatformAddress(found.text);
  if (read.ok) return read.address;
  // The text is not repeated: it may contain a password.
  throw new ConfigError(
    read.problem === 'insecure'
      ? `${found.name} takes an https:// address: with http:// passwords would not be encrypted.`
      : `${found.name} takes an address such as https://till.example, without user, query or fragment.`,
  );
}

export function getSources(argv: readonly string[]): ConfigSources {
  const { env, platform } = process;
  return { argv, env, platform, homeFolder: homedir(), workingFolder: process.cwd() };
}
