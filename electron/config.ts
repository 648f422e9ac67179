import { posix, win32 } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { LIVE_RATE_MAX } from '../shared/contract/bridge.ts';

/** Where the user interface is shown. `auto`: an Electron window if it can be had, else the browser host. */
export type HostChoice = 'auto' | 'electron' | 'browser' | 'none';

export interface Config {
  readonly host: HostChoice;
  /** 0 takes any free port; null where none is named. */
  readonly apiPort: number | null;
  /** 0 takes any free port. */
  readonly uiPort: number;
  /** Absolute path. */
  readonly dataFolder: string;
  /** False: a browser is never started; the address is printed. */
  readonly opensBrowser: boolean;
  /** How much the demo shop does a minute from the start on; null: it is at rest. */
  readonly livePerMinute: number | null;
  /** What takes the place of a damaged data file; null: nobody has chosen. */
  readonly recovery: 'backup' | 'new' | null;
  readonly showsHelp: boolean;
}

/** What the configuration is read from; nothing else is looked at. */
export interface ConfigSources {
  /** Arguments without the program and its script. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly homeFolder: string;
  /** Relative paths start here. */
  readonly workingFolder: string;
  /** A packaged Electron is also given switches of Chromium: there unknown options are not ours to refuse. */
  readonly unknownOptions?: 'refuse' | 'ignore';
}

/** The message is one sentence for the person who typed the option. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly exitStatus = 2;
}

/** What `parseArgs` refuses, in its own first sentence; anything else stays what it is. */
export function optionError(thrown: unknown, advice: string): unknown {
  if (!(thrown instanceof TypeError)) return thrown;
  const sentence = thrown.message.split('. ')[0]?.replace(/\.?$/, '') ?? thrown.message;
  return new ConfigError(`${sentence}; ${advice}.`, { cause: thrown });
}

export const DEFAULT_API_PORT = 4870;
export const DEFAULT_UI_PORT = 4871;
export const DEFAULT_LIVE_RATE = 20;
const HOSTS = ['electron', 'browser', 'none'] as const;
const RECOVERIES = ['backup', 'new'] as const;

const OPTIONS = {
  headless: { type: 'boolean' },
  host: { type: 'string' },
  port: { type: 'string' },
  'ui-port': { type: 'string' },
  'data-dir': { type: 'string' },
  'no-open': { type: 'boolean' },
  live: { type: 'boolean' },
  'live-rate': { type: 'string' },
  recover: { type: 'string' },
  help: { type: 'boolean' },
} as const satisfies ParseArgsConfig['options'];

export const HELP = `Tilldesk: back office for retail chains, with its REST API on this computer.

  npm start -- [options]

  --headless            the API only, without a window
  --host HOST           electron, browser or none (as --headless)
  --port N              port of the API (that of the settings, else ${DEFAULT_API_PORT}; 0 takes a free one)
  --ui-port N           port of the browser window (${DEFAULT_UI_PORT}; 0 takes a free one)
  --data-dir DIR        folder of the data
  --no-open             print the address, open no browser
  --live                the demo shop sells while one watches
  --live-rate N         how much happens there a minute (${DEFAULT_LIVE_RATE}; 1 to ${LIVE_RATE_MAX})
  --recover WHAT        in the place of a damaged data file: backup (the last good one) or new
  --help                this text

Each option can be an environment variable as well, which an option overrules: TILLDESK_HEADLESS,
TILLDESK_HOST, TILLDESK_PORT, TILLDESK_UI_PORT, TILLDESK_DATA_DIR, TILLDESK_NO_OPEN, TILLDESK_LIVE,
TILLDESK_LIVE_RATE, TILLDESK_RECOVER.`;

/** Options win over the environment. Throws `ConfigError`. */
export function readConfig(sources: ConfigSources): Config {
  const options = readOptions(sources);
  // Who asks for help gets it, whatever the environment says.
  const env = options.help ? {} : sources.env;
  const host = readHost(options, env);
  const apiPort = readPort(options.port, '--port', env.TILLDESK_PORT, 'TILLDESK_PORT', null);
  const uiPort = readPort(
    options['ui-port'],
    '--ui-port',
    env.TILLDESK_UI_PORT,
    'TILLDESK_UI_PORT',
    DEFAULT_UI_PORT,
  );
  if (host !== 'none' && apiPort === uiPort && apiPort !== 0) {
    throw new ConfigError(`The API and the browser window cannot both have port ${apiPort}.`);
  }
  return {
    host,
    apiPort,
    uiPort,
    dataFolder: readDataFolder(options['data-dir'], { ...sources, env }),
    opensBrowser: !(options['no-open'] ?? readFlag(env.TILLDESK_NO_OPEN, 'TILLDESK_NO_OPEN')),
    livePerMinute: readLiveRate(options, env),
    recovery: readRecovery(options, env),
    showsHelp: options.help ?? false,
  };
}

interface Options {
  headless?: boolean;
  host?: string;
  port?: string;
  'ui-port'?: string;
  'data-dir'?: string;
  'no-open'?: boolean;
  live?: boolean;
  'live-rate'?: string;
  recover?: string;
  help?: boolean;
}

function readOptions({ argv, unknownOptions = 'refuse' }: ConfigSources): Options {
  const own = unknownOptions === 'refuse' ? argv : withoutUnknown(argv);
  try {
    return parseArgs({ args: [...own], options: OPTIONS, strict: true, allowPositionals: false }).values;
  } catch (cause) {
    throw optionError(cause, '--help lists the options');
  }
}

function withoutUnknown(argv: readonly string[]): string[] {
  const { tokens } = parseArgs({ args: [...argv], options: OPTIONS, strict: false, tokens: true });
  return tokens.flatMap((token) => {
    if (token.kind !== 'option' || !(token.name in OPTIONS)) return [];
    return [token.value === undefined ? token.rawName : `${token.rawName}=${token.value}`];
  });
}

function readHost(options: Options, env: ConfigSources['env']): HostChoice {
  if (options.headless !== undefined || options.host !== undefined) {
    return chooseHost(options.headless ?? false, options.host, '--headless', '--host');
  }
  const headless = readFlag(env.TILLDESK_HEADLESS, 'TILLDESK_HEADLESS');
  return chooseHost(headless, env.TILLDESK_HOST || undefined, 'TILLDESK_HEADLESS', 'TILLDESK_HOST');
}

function chooseHost(
  headless: boolean,
  host: string | undefined,
  headlessName: string,
  hostName: string,
): HostChoice {
  const named = HOSTS.find((known) => known === host);
  if (host !== undefined && named === undefined) {
    throw new ConfigError(`${hostName} takes ${HOSTS.join(', ')}, not "${host}".`);
  }
  if (headless && named !== undefined && named !== 'none') {
    throw new ConfigError(`${headlessName} and ${hostName} ${named} contradict each other.`);
  }
  return headless ? 'none' : (named ?? 'auto');
}

function readPort<Absent extends number | null>(
  option: string | undefined,
  optionName: string,
  twin: string | undefined,
  twinName: string,
  byDefault: Absent,
): number | Absent {
  const [text, name] = option === undefined ? [twin || undefined, twinName] : [option, optionName];
  if (text === undefined) return byDefault;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65535)) throw new ConfigError(`${name} takes a port from 0 to 65535, not "${text}".`);
  return port;
}

/** Null without --live, with which alone a rate has a meaning. */
function readLiveRate(options: Options, env: ConfigSources['env']): number | null {
  const isLive = options.live ?? readFlag(env.TILLDESK_LIVE, 'TILLDESK_LIVE');
  const option = options['live-rate'];
  const name = option === undefined ? 'TILLDESK_LIVE_RATE' : '--live-rate';
  const text = option ?? (env.TILLDESK_LIVE_RATE || undefined);
  if (!isLive && text !== undefined) throw new ConfigError(`${name} takes effect with --live only.`);
  if (!isLive) return null;
  if (text === undefined) return DEFAULT_LIVE_RATE;
  const rate = /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
  if (rate >= 1 && rate <= LIVE_RATE_MAX) return rate;
  throw new ConfigError(`${name} takes a number from 1 to ${LIVE_RATE_MAX}, not "${text}".`);
}

function readRecovery(options: Options, env: ConfigSources['env']): Config['recovery'] {
  const text = options.recover ?? (env.TILLDESK_RECOVER || undefined);
  if (text === undefined) return null;
  const known = RECOVERIES.find((recovery) => recovery === text);
  if (known !== undefined) return known;
  const name = options.recover === undefined ? 'TILLDESK_RECOVER' : '--recover';
  throw new ConfigError(`${name} takes ${RECOVERIES.join(' or ')}, not "${text}".`);
}

function readFlag(text: string | undefined, name: string): boolean {
  if (text === undefined || text === '' || text === '0' || text === 'false') return false;
  if (text === '1' || text === 'true') return true;
  throw new ConfigError(`${name} takes 1 or 0, not "${text}".`);
}

type FolderSources = Pick<ConfigSources, 'env' | 'platform' | 'homeFolder' | 'workingFolder'>;

/** The absolute path of the data folder: as an option names it, else the environment, else the system's place. */
export function readDataFolder(option: string | undefined, sources: FolderSources): string {
  const named = option ?? (sources.env.TILLDESK_DATA_DIR || undefined);
  const path = sources.platform === 'win32' ? win32 : posix;
  if (named === '') throw new ConfigError('The data folder needs a name after --data-dir.');
  return path.resolve(sources.workingFolder, named ?? defaultDataFolder(sources));
}

/** Local to this computer: a roaming or network folder would break the store's journal. */
function defaultDataFolder({ env, platform, homeFolder }: FolderSources): string {
  if (platform === 'win32') {
    return win32.join(env.LOCALAPPDATA || win32.join(homeFolder, 'AppData', 'Local'), 'Tilldesk');
  }
  if (platform === 'darwin') return posix.join(homeFolder, 'Library', 'Application Support', 'Tilldesk');
  return posix.join(env.XDG_DATA_HOME || posix.join(homeFolder, '.local', 'share'), 'tilldesk');
}
