import { describe, expect, it } from 'vitest';
import { ConfigError, type ConfigSources, formatHelp, readConfig } from '../../../electron/config/config.ts';
import { createStartProgram } from '../../../electron/config/options.ts';

const ON_THIS_COMPUTER = {
  listen: '127.0.0.1',
  publicHosts: [],
  tls: null,
  proxies: null,
  database: null,
  secretKeyFile: null,
  metricsListen: null,
  logsTo: 'file',
  drainMs: 0,
  hasDemoShops: true,
};

function read(argv: string[], sources: Partial<ConfigSources> = {}) {
  return readConfig({
    argv,
    env: {},
    platform: 'linux',
    homeFolder: '/home/els',
    workingFolder: '/work',
    ...sources,
  });
}

function sentenceOf(argv: string[], sources: Partial<ConfigSources> = {}): string {
  try {
    read(argv, sources);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('the configuration was accepted');
}

describe('readConfig', () => {
  it('has a default for everything', () => {
    expect(read([])).toEqual({
      host: 'auto',
      apiPort: null,
      uiPort: 0,
      dataFolder: '/home/els/.local/share/tilldesk',
      opensBrowser: true,
      livePerMinute: null,
      recovery: null,
      server: ON_THIS_COMPUTER,
      platform: null,
      showsHelp: false,
    });
  });

  it('reads every option', () => {
    const argv = ['--host', 'browser', '--port', '5000', '--ui-port=5001', '--data-dir', 'till', '--no-open'];
    expect(read([...argv, '--live', '--live-rate', '90', '--recover', 'new', '--help'])).toEqual({
      host: 'browser',
      apiPort: 5000,
      uiPort: 5001,
      dataFolder: '/work/till',
      opensBrowser: false,
      livePerMinute: 90,
      recovery: 'new',
      server: ON_THIS_COMPUTER,
      platform: null,
      showsHelp: true,
    });
  });

  it('reads every environment variable', () => {
    const env = {
      TILLDESK_HOST: 'electron',
      TILLDESK_PORT: '5000',
      TILLDESK_UI_PORT: '5001',
      TILLDESK_DATA_DIR: '/data',
      TILLDESK_ACCEPT_SHARED_FOLDER: '1',
      TILLDESK_NO_OPEN: '1',
      TILLDESK_LIVE: '1',
      TILLDESK_LIVE_RATE: '5',
      TILLDESK_RECOVER: 'backup',
    };
    expect(read([], { env })).toMatchObject({
      host: 'electron',
      apiPort: 5000,
      uiPort: 5001,
      dataFolder: '/data',
      opensBrowser: false,
      livePerMinute: 5,
      recovery: 'backup',
    });
    expect(read([], { env: { TILLDESK_HEADLESS: 'true' } }).host).toBe('none');
  });

  it('prefers an option to its variable', () => {
    const env = { TILLDESK_HEADLESS: '1', TILLDESK_PORT: '5000', TILLDESK_DATA_DIR: '/data' };
    expect(read(['--host', 'browser', '--port', '6000', '--data-dir', '/x'], { env })).toMatchObject({
      host: 'browser',
      apiPort: 6000,
      dataFolder: '/x',
    });
  });

  it('reads an empty variable as absent', () => {
    const env = { TILLDESK_HOST: '', TILLDESK_PORT: '', TILLDESK_NO_OPEN: '', TILLDESK_HEADLESS: '' };
    expect(read([], { env })).toMatchObject({ host: 'auto', apiPort: null, opensBrowser: true });
  });

  it('treats an empty data folder variable as absent, and has no window port without a window', () => {
    expect(read([], { env: { TILLDESK_DATA_DIR: '' } }).dataFolder).toBe(read([]).dataFolder);
    expect(read(['--headless', '--port', '4871', '--ui-port', '4871']).apiPort).toBe(4871);
  });

  it('accepts a backup or a new store in place of damaged data, and nothing else', () => {
    const sentence = (name: string) => `${name} takes backup, unverified or new, not "all".`;
    expect(read(['--recover', 'backup'], { env: { TILLDESK_RECOVER: 'new' } }).recovery).toBe('backup');
    expect(sentenceOf(['--recover', 'all'])).toBe(sentence('--recover'));
    expect(sentenceOf([], { env: { TILLDESK_RECOVER: 'all' } })).toBe(sentence('TILLDESK_RECOVER'));
  });

  it('shows the help whatever the environment says', () => {
    expect(read(['--help'], { env: { TILLDESK_PORT: 'x' } }).showsHelp).toBe(true);
  });

  it.each([
    [['--headless'], 'none'],
    [['--host', 'none'], 'none'],
    [['--headless', '--host', 'none'], 'none'],
    [['--host', 'electron'], 'electron'],
  ])('reads %j as host %s', (argv, host) => {
    expect(read(argv).host).toBe(host);
  });

  it('accepts port 0 for any free port, also for both ports', () => {
    expect(read(['--port', '0', '--ui-port', '0'])).toMatchObject({ apiPort: 0, uiPort: 0 });
  });

  it.each(['-1', '65536', '1e3', '0x10', ' 80', '80 ', '4870.0', 'http', '123456', ''])('refuses port "%s"', (port) => {
    expect(sentenceOf([`--port=${port}`])).toBe(`--port takes a port from 0 to 65535, not "${port}".`);
  });

  it('makes the demo shop do 20 things a minute by default', () => {
    expect(read(['--live', '--headless'])).toMatchObject({ host: 'none', livePerMinute: 20 });
    expect(read([], { env: { TILLDESK_LIVE: '1', TILLDESK_LIVE_RATE: '' } }).livePerMinute).toBe(20);
  });

  it.each([
    [1, ['--live-rate', '1']],
    [120, ['--live-rate=120']],
  ])('accepts a rate of %i, where --live may be a variable', (rate, argv) => {
    const env = { TILLDESK_LIVE: '1', TILLDESK_LIVE_RATE: '7' };
    expect(read(argv, { env }).livePerMinute).toBe(rate);
  });

  it.each(['0', '121', '-1', '1.5', '1e1', '', ' 5', 'fast'])('refuses rate "%s"', (rate) => {
    const sentence = `--live-rate takes a number from 1 to 120, not "${rate}".`;
    expect(sentenceOf(['--live', `--live-rate=${rate}`])).toBe(sentence);
  });

  it('refuses a rate if the shop does not sell, and names the option that makes it sell', () => {
    expect(sentenceOf(['--live-rate', '5'])).toBe('--live-rate takes effect only with --live.');
    const env = { TILLDESK_LIVE: '0', TILLDESK_LIVE_RATE: '5' };
    expect(sentenceOf([], { env })).toBe('TILLDESK_LIVE_RATE takes effect only with --live.');
  });

  it('names the variable that is invalid', () => {
    expect(sentenceOf([], { env: { TILLDESK_UI_PORT: 'x' } })).toContain('TILLDESK_UI_PORT');
    expect(sentenceOf([], { env: { TILLDESK_NO_OPEN: 'yes' } })).toBe('TILLDESK_NO_OPEN takes 1 or 0, not "yes".');
  });

  it.each([
    [['--verbose'], '--verbose'],
    [['--port'], '--port'],
    [['--no-open=1'], '--no-open'],
    [['shop'], 'shop'],
    [['--host', 'firefox'], 'firefox'],
    [['--headless', '--host', 'browser'], 'contradict'],
    [['--port', '4871', '--ui-port', '4871'], '4871'],
    [['--data-dir='], '--data-dir'],
  ])('refuses %j with one sentence', (argv, named) => {
    const sentence = sentenceOf(argv);
    expect(sentence).toContain(named);
    expect(sentence).not.toContain('\n');
    expect(sentence.endsWith('.')).toBe(true);
  });

  it('ignores the switches of Chromium if told to', () => {
    const argv = ['--no-sandbox', '--port', '5000', '--ozone-platform=x11', 'file', '--headless'];
    expect(read(argv, { unknownOptions: 'ignore' })).toMatchObject({ apiPort: 5000, host: 'none' });
  });

  it.each([
    ['linux', {}, '/home/els/.local/share/tilldesk'],
    ['linux', { XDG_DATA_HOME: '/xdg' }, '/xdg/tilldesk'],
    ['darwin', {}, '/home/els/Library/Application Support/Tilldesk'],
  ] as const)('stores the data of %s with %j in %s', (platform, env, folder) => {
    expect(read([], { platform, env }).dataFolder).toBe(folder);
  });

  it('stores data on Windows outside the roaming profile', () => {
    const windows = { platform: 'win32', homeFolder: 'C:\\Users\\els', workingFolder: 'C:\\' } as const;
    const env = { LOCALAPPDATA: 'D:\\Local', APPDATA: 'D:\\Roaming' };
    expect(read([], { ...windows, env }).dataFolder).toBe('D:\\Local\\Tilldesk');
    expect(read([], windows).dataFolder).toBe('C:\\Users\\els\\AppData\\Local\\Tilldesk');
  });

  it('explains every option in the help', () => {
    const help = formatHelp();
    const { options } = createStartProgram();
    for (const { long } of options.filter(({ hidden }) => !hidden))
      expect(help).toMatch(new RegExp(`^  ${long}[ =]`, 'm'));
    expect(help).toContain('TILLDESK_DATA_DIR');
  });

  it('documents the form option=URL, because Electron for Windows needs it', () => {
    expect(formatHelp()).toMatch(/^ {2}--platform=URL /m);
    expect(formatHelp()).toMatch(/^ {2}--database-url=URL /m);
  });

  it('does not repeat the value of a mistyped option, which may be a password', () => {
    expect(sentenceOf(['--platfrom=https://owner:secret@till.example'])).toBe(
      "Unknown option '--platfrom'; --help shows the options.",
    );
  });

  it('refuses a value for a flag, also among the switches of Chromium', () => {
    expect(sentenceOf(['--no-sandbox', '--no-open=1'], { unknownOptions: 'ignore' })).toBe(
      "Option '--no-open' does not take an argument.",
    );
  });

  it('does not read an option as the value of another', () => {
    expect(sentenceOf(['--data-dir', '--headless'])).toContain("Option '--data-dir' argument is ambiguous");
    expect(sentenceOf(['--data-dir', '--'])).toContain("Option '--data-dir' argument is ambiguous");
  });
});
