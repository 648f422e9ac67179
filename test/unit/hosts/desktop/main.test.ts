import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { getDefaultDataFolder } from '../../../../electron/config/config.ts';
import { readInstance } from '../../../../electron/startup/instance-file.ts';
import { writeShop } from '../../../support/shop-folder.ts';

const TIMEOUT_MS = 60_000;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

let folder: string;
let stdout: string[];
let stderr: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tilldesk-main-'));
  await writeShop(folder);
  [stdout, stderr] = [[], []];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => stdout.push(String(text)) > 0);
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => stderr.push(String(text)) > 0);
});

afterEach(async () => {
  vi.restoreAllMocks();
  for (const signal of SIGNALS) process.removeAllListeners(signal);
  await rm(folder, { recursive: true });
});

type StandIn = typeof import('../../../support/electron-stand-in.ts');

/** Runs main.ts again on a fresh stand-in, as Electron would with these arguments. */
async function runMain(argv: string[], change: (electron: StandIn) => void = () => {}) {
  vi.resetModules();
  const electron = await import('../../../support/electron-stand-in.ts');
  change(electron);
  const { argv: before } = process;
  process.argv = ['electron', '/project', '--data-dir', folder, ...argv];
  await import('../../../../electron/main.ts');
  process.argv = before;
  return electron;
}

async function runUntilExit(argv: string[], change?: (electron: StandIn) => void) {
  const electron = await runMain(argv, change);
  if (electron.electronCalls.exitStatus === null) await once(electron.app, 'stand-in-exit');
  return electron;
}

describe('main.ts', { timeout: TIMEOUT_MS }, () => {
  it('sets profile, scheme, sandbox and lock before the app is ready', async () => {
    const { electronCalls: told, app } = await runMain(['--port', '0']);
    expect(told.steps.slice(0, 7)).toEqual([
      'setPath userData',
      'registerSchemesAsPrivileged',
      'enableSandbox',
      'setAboutPanelOptions {"applicationName":"Tilldesk","applicationVersion":"0.0.0","copyright":"Copyright © 2026 Tilldesk"}',
      'setPath userData',
      'requestSingleInstanceLock',
      'whenReady',
    ]);
    expect(told.schemes).toEqual([
      { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
    ]);
    expect(told.switches.get('host-resolver-rules')).toBe('MAP * ~NOTFOUND');
    await vi.waitUntil(() => stdout.join('').includes('Ctrl+C'), { timeout: TIMEOUT_MS });

    const record = readInstance(join(folder, 'instance.json'));
    expect(record).toMatchObject({ pid: process.pid, host: 'electron', uiPort: null });
    expect(stdout.join('').trimEnd().split('\n').length).toBeLessThanOrEqual(10);
    expect(told.steps).toContain('loadURL app://bundle/');

    expect(told.steps.filter((step) => step.startsWith('ipcMain.'))).toEqual(['ipcMain.handle tilldesk:call']);

    const [window] = told.windows;
    expect(window?.webContents.openHandler).not.toBeNull();
    if (window) window.minimized = true;
    app.emit('second-instance');
    expect(told.steps.slice(-3)).toEqual(['restore', 'show', 'focus']);

    app.emit('window-all-closed');
    await once(app, 'stand-in-exit');
    expect(told.exitStatus).toBe(0);
    expect(told.steps).toContain('quit prevented');
    expect(existsSync(join(folder, 'instance.json'))).toBe(false);
  });

  it('shows its window with a start page before the program is ready', async () => {
    const loading = Promise.withResolvers<void>();
    const { electronCalls: told, app } = await runMain(['--port', '0'], ({ behaviour }) => {
      behaviour.loading = loading.promise;
    });
    await vi.waitUntil(() => told.steps.includes('loadURL app://bundle/'), { timeout: TIMEOUT_MS });
    expect(told.windows).toHaveLength(1);
    expect(existsSync(join(folder, 'instance.json'))).toBe(false);

    loading.resolve();
    await vi.waitUntil(() => told.pages.length > 0, { timeout: TIMEOUT_MS });
    expect(told.pages[0]).toContain('Tilldesk wordt gestart');
    await vi.waitUntil(() => stdout.join('').includes('Ctrl+C'), { timeout: TIMEOUT_MS });
    expect(told.steps.filter((step) => step.startsWith('loadURL'))).toHaveLength(2);
    app.quit();
    await once(app, 'stand-in-exit');
  });

  it.each(['its start page is loaded', 'the program is being made'])(
    'shuts down cleanly when its window is closed while %s',
    async (moment) => {
      const loading = Promise.withResolvers<void>();
      const { electronCalls: told, app } = await runMain(
        ['--port', '0'],
        ({ behaviour, safeStorage, electronCalls: told }) => {
          behaviour.loading = loading.promise;
          // Called once, while the program is created. Any other time that the test waited for might have passed.
          const { isAsyncEncryptionAvailable } = safeStorage;
          safeStorage.isAsyncEncryptionAvailable = () => {
            told.windows[0]?.close();
            return isAsyncEncryptionAvailable();
          };
        },
      );
      await vi.waitUntil(() => told.steps.includes('loadURL app://bundle/'), { timeout: TIMEOUT_MS });
      const ended = once(app, 'stand-in-exit');
      if (moment === 'the program is being made') loading.resolve();
      else told.windows[0]?.close();
      await ended;

      const steps = ['loadURL', 'close', 'quit', 'exit', 'showErrorBox', 'destroy'];
      const seen = told.steps.filter((step) => steps.some((name) => step.startsWith(name)));
      expect(seen).toEqual(['loadURL app://bundle/', 'close', 'quit', 'quit prevented', 'exit 0']);
      expect(stderr).toEqual([]);
      expect(existsSync(join(folder, 'instance.json'))).toBe(false);
    },
  );

  it('quits once, with status 0, however often it is asked to', async () => {
    const { electronCalls: told, app } = await runMain(['--port', '0', '--headless']);
    process.emit('SIGTERM');
    app.quit();
    await once(app, 'stand-in-exit');
    expect(told.steps.filter((step) => step.startsWith('exit'))).toEqual(['exit 0']);
    expect(told.windows).toEqual([]);
    expect(existsSync(join(folder, 'instance.json'))).toBe(false);
  });

  it('starts again after it has stopped if somebody starts it meanwhile', async () => {
    const { electronCalls: told, app } = await runMain(['--port', '0', '--headless']);
    app.quit();
    app.emit('second-instance');
    await once(app, 'stand-in-exit');
    expect(told.steps.slice(-2)).toEqual(['relaunch', 'exit 0']);
  });

  it('exits with the status of a failed start, although its window ends too', async () => {
    const { electronCalls: told } = await runUntilExit(['--port', '0'], ({ ipcMain }) => {
      ipcMain.handle = () => {
        throw new Error('inner');
      };
    });
    await setImmediate();
    expect(told.steps).toContain('destroy');
    expect(told.steps.filter((step) => step.startsWith('exit'))).toEqual(['exit 1']);
  });

  it('has shut down cleanly before it returns from the event by which Windows ends the session', async () => {
    const { electronCalls: told, app } = await runMain(['--port', '0']);
    await vi.waitUntil(() => stdout.join('').includes('Ctrl+C'), { timeout: TIMEOUT_MS });
    told.windows[0]?.emit('session-end', {});
    expect([told.exitStatus, told.steps.includes('quit prevented')]).toEqual([0, false]);
    expect(existsSync(join(folder, 'instance.json'))).toBe(false);
    expect(existsSync(join(folder, 'tilldesk.sqlite-wal'))).toBe(false);
    // Ends what the stand-in of Electron leaves running.
    app.quit();
    await once(app, 'stand-in-exit');
  });

  describe('if another program has the lock', () => {
    const isSecond = ({ behaviour }: StandIn) => {
      Object.assign(behaviour, { hasLock: false, isPackaged: true });
    };
    async function startFirst(argv: string[]): Promise<void> {
      const { app } = await runMain(['--port', '0', ...argv]);
      await vi.waitUntil(() => stdout.join('').includes('Ctrl+C'), { timeout: TIMEOUT_MS });
      onTestFinished(async () => {
        app.quit();
        await once(app, 'stand-in-exit');
      });
    }

    it('leaves a second start to the window that is open', async () => {
      await startFirst([]);
      const { electronCalls: told } = await runUntilExit(['--port', '0'], isSecond);
      expect(told.steps.at(-1)).toBe('exit 0');
      expect(told.windows).toEqual([]);
      expect(stdout.join('')).toContain('already running; its window is in front now');
    });

    it('says so if the first has no window', async () => {
      await startFirst(['--headless']);
      const { electronCalls: told } = await runUntilExit(['--port', '0'], isSecond);
      expect(told.steps.slice(-2)).toEqual([expect.stringContaining('It was started without a window'), 'exit 1']);
      expect(stdout.join('')).not.toContain('in front');
    });

    it('says so if the first does not answer', async () => {
      vi.doMock('../../../../electron/startup/single-instance.ts', async (original) => ({
        ...(await original<object>()),
        awaitPublishedInstance: async () => null,
      }));
      onTestFinished(() => void vi.doUnmock('../../../../electron/startup/single-instance.ts'));
      const { electronCalls: told } = await runUntilExit([], isSecond);
      expect(told.steps.slice(-2)).toEqual([expect.stringMatching(/^showErrorBox .* does not answer/), 'exit 1']);
    });
  });

  it.each([
    ['cannot use its data folder', ['--host', 'none', '--data-dir', '/proc/none']],
    ['has a wrong option', ['--headless', '--port', 'x']],
  ])('opens no message box for a headless program that %s, because nobody closes it', async (_what, argv) => {
    const { electronCalls: told } = await runUntilExit(argv, ({ behaviour }) => {
      behaviour.isPackaged = true;
    });
    expect(told.steps.filter((step) => step.startsWith('showErrorBox'))).toEqual([]);
    expect(told.exitStatus).toBe(2);
    expect(stderr).toHaveLength(1);
  });

  describe('whose port another program uses, such as Tilldesk of another user', () => {
    async function takePort(): Promise<number> {
      const server = createServer();
      await once(server.listen(0, '127.0.0.1'), 'listening');
      onTestFinished(() => void server.close());
      return (server.address() as AddressInfo).port;
    }
    const asked = ({ electronCalls: told }: StandIn) => told.steps.filter((step) => step.startsWith('showMessageBox'));

    it('asks for a free port in the language of the window, and stores nothing', async () => {
      writeFileSync(join(folder, 'settings.json'), JSON.stringify({ language: 'en' }));
      const port = await takePort();
      const electron = await runMain(['--port', String(port)], ({ behaviour }) => {
        behaviour.pressedButton = 0;
      });
      await vi.waitUntil(() => stdout.join('').includes('Ctrl+C'), { timeout: TIMEOUT_MS });
      const record = readInstance(join(folder, 'instance.json'));
      const free = Number(/port (\d+) this time/.exec(asked(electron).join())?.[1]);
      expect(asked(electron)[0]).toContain(`Tilldesk cannot use port ${port}.`);
      expect([record, free === port]).toEqual([expect.objectContaining({ apiPort: free }), false]);
      expect(readFileSync(join(folder, 'settings.json'), 'utf8')).not.toContain(String(free));
      electron.app.quit();
      await once(electron.app, 'stand-in-exit');
    });

    it('exits without a second dialog if the person quits', async () => {
      const port = await takePort();
      const electron = await runUntilExit(['--port', String(port)], ({ behaviour }) => {
        Object.assign(behaviour, { isPackaged: true, pressedButton: 1 });
      });
      expect([electron.electronCalls.exitStatus, asked(electron).length]).toEqual([0, 1]);
      expect(electron.electronCalls.steps.filter((step) => step.startsWith('showErrorBox'))).toEqual([]);
      expect(stderr.join('')).toContain(`Port ${port} of 127.0.0.1 is taken`);
    });
  });

  it.each([
    [['--verbose'], "Unknown option '--verbose'"],
    [['--host', 'browser'], 'browser host'],
  ])('exits with status 2 and a sentence for %j', async (argv, sentence) => {
    const { electronCalls: told } = await runUntilExit(argv);
    expect(told.exitStatus).toBe(2);
    // Electron's default on a Mac is our data folder, where a foreign profile would make every later start fail.
    expect(told.paths.get('userData')).toBe(join(getDefaultDataFolder(), 'electron'));
    expect(stderr.join('')).toContain(sentence);
    expect(told.steps).not.toContain('whenReady');
  });

  it.each(['no-sandbox', 'disable-seccomp-filter-sandbox', 'single-process'])(
    'refuses --%s when it is installed, because the start script of an AppImage passes it, and says so in a dialog',
    async (name) => {
      const { electronCalls: told } = await runUntilExit(['--port', '0'], (electron) => {
        electron.behaviour.isPackaged = true;
        electron.electronCalls.switches.set(name, '');
      });
      expect(told.exitStatus).toBe(2);
      expect(stderr.join('')).toContain(`(--${name})`);
      expect(told.steps.slice(-3)).toEqual([
        'whenReady',
        expect.stringMatching(/^showErrorBox Tilldesk: .* install the \.deb or \.rpm package/),
        'exit 2',
      ]);
      expect(told.windows).toEqual([]);
    },
  );

  it('prints the options when asked for help', async () => {
    const { electronCalls: told } = await runUntilExit(['--help']);
    expect(told.exitStatus).toBe(0);
    expect(stdout.join('')).toContain('--data-dir');
  });
});
