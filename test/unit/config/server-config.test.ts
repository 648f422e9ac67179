import { describe, expect, it } from 'vitest';
import { ConfigError, formatHelp, readConfig } from '../../../electron/config/config.ts';

type Env = Readonly<Record<string, string>>;

const TLS = ['--tls-cert', 'till.pem', '--tls-key', '/etc/till.key'];
const OPEN = ['--listen', '0.0.0.0', '--public-host', 'till.example'];

function read(argv: readonly string[], env: Env = {}) {
  const places = { platform: 'linux', homeFolder: '/home/els', workingFolder: '/work' } as const;
  return readConfig({ argv: ['--headless', ...argv], env, ...places }).server;
}

function sentenceOf(argv: readonly string[], env: Env = {}): string {
  try {
    read(argv, env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('the configuration was accepted');
}

describe('readConfig of a server', () => {
  it('reads every option', () => {
    const argv = [...OPEN, '--public-host', 'Till-1.example:8443', ...TLS, '--database-url-file', 'url'];
    const further = ['--secret-key-file', 'key', '--metrics-listen', '[::1]:9464', '--log-to', 'stdout'];
    expect(read([...argv, ...further, '--drain-seconds', '0'])).toEqual({
      listen: '0.0.0.0',
      publicHosts: ['till.example', 'till-1.example:8443'],
      tls: { certFile: '/work/till.pem', keyFile: '/etc/till.key' },
      proxies: null,
      database: { kind: 'file', file: '/work/url' },
      secretKeyFile: '/work/key',
      metricsListen: { address: '::1', port: 9464 },
      logsTo: 'stdout',
      drainMs: 0,
      hasDemoShops: false,
    });
  });

  it('reads every variable, with lists separated by commas', () => {
    const env = {
      TILLDESK_LISTEN: '::',
      TILLDESK_PUBLIC_HOST: 'till.example, other.example',
      TILLDESK_BEHIND_PROXY: '1',
      TILLDESK_TRUSTED_PROXY: '10.0.0.0/8,fd00::/8',
      TILLDESK_DATABASE_URL: 'postgres://till@db/till',
      TILLDESK_SECRET_KEY_FILE: '/key',
      TILLDESK_METRICS_LISTEN: '9464',
    };
    expect(read([], env)).toMatchObject({
      listen: '::',
      publicHosts: ['till.example', 'other.example'],
      proxies: ['10.0.0.0/8', 'fd00::/8'],
      database: { kind: 'url', url: 'postgres://till@db/till' },
      metricsListen: { address: '127.0.0.1', port: 9464 },
      drainMs: 5000,
    });
  });

  it('creates users with a published password by default for this computer only', () => {
    const hasDemo = (argv: readonly string[], env: Env = {}) => read(argv, env).hasDemoShops;
    const database = ['--database-url', 'postgres://till@127.0.0.1/till'];
    const proxied = ['--behind-proxy', '--public-host', 'till.example'];
    expect([hasDemo([]), hasDemo(['--listen', '127.8.0.1'])]).toEqual([true, true]);
    for (const argv of [database, proxied, [...OPEN, ...TLS]]) {
      expect([argv, hasDemo(argv), hasDemo([...argv, '--demo'])]).toEqual([argv, false, true]);
      expect(hasDemo(argv, { TILLDESK_DEMO: '1' })).toBe(true);
    }
  });

  it('needs no further option for a database or a proxy on this computer', () => {
    expect(read(['--database-url', 'postgresql://till@127.0.0.1/till'])).toMatchObject({ drainMs: 0 });
    const proxied = read(['--behind-proxy', '--public-host', 'till.example']);
    expect(proxied).toMatchObject({ proxies: [], listen: '127.0.0.1', drainMs: 5000 });
    expect(read(['--listen', '127.8.0.1'])).toMatchObject({ listen: '127.8.0.1' });
  });

  it.each([
    [OPEN, ': add --tls-cert and --tls-key, or --behind-proxy.'],
    [['--listen=::', '--public-host=a.example'], 'Other computers can reach --listen'],
    [['--listen', '0.0.0.0', ...TLS], '--listen 0.0.0.0 needs --public-host'],
    [['--behind-proxy'], '--behind-proxy needs --public-host'],
    [[...OPEN, '--behind-proxy'], '--behind-proxy with --listen 0.0.0.0 needs --trusted-proxy'],
  ])('does not serve other computers with %j', (argv, sentence) => {
    expect(sentenceOf(argv)).toContain(sentence);
  });

  it.each([
    [[...OPEN, ...TLS, '--behind-proxy'], '--behind-proxy and --tls-cert contradict each other'],
    [['--tls-cert', 'x'], 'Give both --tls-cert and --tls-key, or neither.'],
    [['--tls-key', 'x'], 'Give both --tls-cert and --tls-key, or neither.'],
    [['--trusted-proxy', '10.0.0.1'], '--trusted-proxy takes effect only with --behind-proxy.'],
    [['--database-url=postgres://a/b', '--database-url-file=c'], 'contradict each other'],
    [['--database-url=postgres://a/b', '--recover=backup'], '--recover restores files of SQLite'],
    [['--database-url=postgres://a/b', '--read-url=postgres://c/b'], '--read-url was removed: leave it out.'],
    [['--read-url-file', 'd'], '--read-url-file was removed: leave it out. Lists and reports are read from'],
    [['--listen', 'localhost'], '--listen takes an address'],
    [['--listen', ''], '--listen takes an address'],
    [['--behind-proxy', '--trusted-proxy', '10.0.0.0/33'], '--trusted-proxy takes an address or a network'],
    [['--behind-proxy', '--trusted-proxy', '10.0.0.1,0.0.0.0/0'], '--trusted-proxy takes an address or a network'],
    [['--behind-proxy', '--trusted-proxy', '10.0.0.0/08'], '--trusted-proxy takes an address or a network'],
    [['--behind-proxy', '--trusted-proxy', '10.0.0.0/8/8'], '--trusted-proxy takes an address or a network'],
    [['--metrics-listen', '70000'], '--metrics-listen takes a port'],
    [['--metrics-listen', 'host:80'], '--metrics-listen takes a port'],
    [['--metrics-listen', '[fe80::1%eth0]:9464'], '--metrics-listen takes a port'],
    [['--log-to', 'syslog'], '--log-to takes file or stdout, not "syslog".'],
    [['--drain-seconds', '301'], '--drain-seconds takes a number from 0 to 300, not "301".'],
  ])('refuses %j with one sentence', (argv, sentence) => {
    expect(sentenceOf(argv)).toContain(sentence);
    expect(sentenceOf(argv)).toMatch(/^[^\n]+\.$/);
  });

  it.each(['', '*', '*.example', 'a/b', 'user@a.example', 'a.example:', 'a.example:0', 'a.example:99999', 'a b'])(
    'refuses the public host "%s"',
    (host) => {
      expect(sentenceOf([`--public-host=${host}`])).toContain('--public-host takes a name');
    },
  );

  it.each(['a.example', 'a.example:443', '192.0.2.1:8443', '[2001:db8::1]', '[2001:db8::1]:8443'])(
    'reads the public host %s unchanged',
    (host) => {
      expect(read(['--public-host', host]).publicHosts).toEqual([host]);
    },
  );

  it('refuses a variable that was removed, also with a window, and lists it in no help', () => {
    const env = { TILLDESK_READ_URL: 'postgres://c/b' };
    expect(sentenceOf([], env)).toContain('TILLDESK_READ_URL was removed');
    const places = { platform: 'linux', homeFolder: '/home/els', workingFolder: '/work' } as const;
    expect(() => readConfig({ argv: [], env, ...places })).toThrow('TILLDESK_READ_URL was removed');
    expect(formatHelp()).not.toContain('--read-url');
  });

  it('never repeats what might be a password', () => {
    expect(sentenceOf(['--database-url', 'mysql://till:geheim@db/till'])).not.toContain('geheim');
  });

  it.each([
    ['--listen', '0.0.0.0'],
    ['--database-url', 'postgres://db/till'],
    ['--metrics-listen', '9464'],
    ['--public-host', 'a.example'],
  ])('does not accept %s with a window', (option, text) => {
    const places = { platform: 'linux', homeFolder: '/home/els', workingFolder: '/work' } as const;
    const start = () => readConfig({ argv: [option, text], env: {}, ...places });
    expect(start).toThrow(`${option} takes effect only with --headless.`);
  });
});
