import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, test } from '@playwright/test';
import { findElectron } from '../../electron/launch/find-electron.ts';
import { takeJourney } from './support/journey.ts';
import { projectRoot } from './support/project-root.ts';

const program = findElectron(projectRoot, process.env);

test.describe('the main job in the Electron window', () => {
  test.skip(program === null, 'there is no Electron binary on this computer');

  test('is done from sign-in to the report', async () => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'tilldesk-electron-'));
    const rootNeedsNoSandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    const app = await _electron.launch({
      ...(program === null ? {} : { executablePath: program }),
      args: [...rootNeedsNoSandbox, projectRoot, '--port', '0', '--data-dir', dataFolder],
    });
    try {
      await takeJourney(await app.firstWindow());
    } finally {
      await app.close();
      await rm(dataFolder, { recursive: true });
    }
  });
});
