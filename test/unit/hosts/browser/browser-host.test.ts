import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startUi } from './running-ui.ts';

describe('createBrowserHost', () => {
  it('opens a window with a launch code, and closes it with the host', async () => {
    const steps: string[] = [];
    const ui = await startUi({
      openWindow: ({ action, ticket }) => {
        steps.push(action, ticket.code);
        return { close: async () => void steps.push('closed') };
      },
    });
    expect(steps).toEqual([`${ui.origin}/launch`, expect.stringMatching(/^[\w-]{43}$/)]);
    expect(ui.place.description).not.toContain(steps[1]);
    await ui.stop();
    expect(steps).toHaveLength(3);
  });

  it('gives the window a new address whenever it asks for one', async () => {
    const addresses: string[] = [];
    const ui = await startUi({
      openWindow: ({ issueAddress }) => {
        addresses.push(issueAddress(), issueAddress());
        return { close: async () => {} };
      },
    });
    for (const address of addresses) {
      expect((await ui.redeem(address.slice(`${ui.origin}/launch#`.length))).status).toBe(200);
    }
    await ui.stop();
  });

  it.each(['program', 'folder'] as const)('refuses to show a file outside its folder (%s)', async (where) => {
    const ui = await startUi();
    const path = '/home/olga/a.csv';
    await expect(ui.host.showExport({ path, where })).rejects.toMatchObject({
      name: 'BridgeError',
      failure: { code: 'invalid', message: `A browser cannot open files. This one is ${path}.` },
    });
    expect(ui.host.getVisiblePath(path)).toBe(path);
    await ui.stop();
  });

  it('prints the launch address if only a person can open it', async () => {
    const ui = await startUi();
    expect(ui.place.description).toContain(`${ui.origin}/launch#`);
    await ui.stop();
  });

  it('passes a checked link to the page, which opens it', async () => {
    const ui = await startUi();
    const url = new URL('https://demo.example/x');
    expect(await ui.host.openPlace({ kind: 'back-office', url })).toEqual({ href: url.href });
    // The port of the API may belong to another program.
    expect(await ui.host.openPlace({ kind: 'documentation', url })).toEqual({ href: '/docs' });
    await ui.stop();
  });

  it('opens no folder, and says where it is', async () => {
    const ui = await startUi();
    expect([ui.host.canShowFolders, ui.host.canStartWithSystem]).toEqual([false, false]);
    await expect(ui.host.openPlace({ kind: 'data-folder', path: '/data' })).rejects.toMatchObject({
      failure: { code: 'invalid', message: 'A browser cannot show folders. This one is /data.' },
    });
    await ui.stop();
  });

  it('says what to do if the user interface has not been built', async () => {
    const ui = await startUi();
    await rm(join(ui.root, 'renderer'), { recursive: true });
    const reject = () => Promise.reject();
    const core = { handle: reject, send: reject, mayFetch: reject, readDocumentation: reject };
    await expect(
      ui.host.show(core, { openWork: () => ({ isExporting: false, isApiInUse: false }), leaveWindow: reject }),
    ).rejects.toThrow(/is not built .*: run npm start\.$/);
    await ui.stop();
  });

  it('can be closed although it was never shown', async () => {
    const ui = await startUi();
    await ui.host.close();
    await expect(ui.host.close()).resolves.toBeUndefined();
    await ui.stop();
  });
});
