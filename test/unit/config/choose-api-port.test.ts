import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { chooseApiPort } from '../../../electron/config/settings-file.ts';
import { createConfSettings } from '../../../electron/config/settings-store.ts';
import { createFixedClock } from '../../support/fixed-clock.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';

const NOTHING_GIVEN = { apiPort: null, uiPort: 4871 };
const clock = createFixedClock('2026-11-21T09:00:00Z');

function folderWith(text: string): string {
  const folder = createTemporaryFolder();
  writeFileSync(join(folder, 'settings.json'), text);
  return folder;
}

let warned: string[];
beforeEach(() => {
  warned = [];
});

/** Chooses a port for a start with a browser window by default. */
function choose(config: { apiPort: number | null; uiPort: number }, path: string, hasUiPort = true): number {
  const log = { warn: (_fields: object, message: string) => void warned.push(message) };
  return chooseApiPort({ config, folder: { path }, hasUiPort, log });
}

describe('chooseApiPort', () => {
  it('uses the default port if nobody chose one', () => {
    expect(choose(NOTHING_GIVEN, createTemporaryFolder())).toBe(4870);
    expect(choose(NOTHING_GIVEN, folderWith('{"apiPort":null}'))).toBe(4870);
  });

  it('uses the port of the settings unchanged', () => {
    const folder = createTemporaryFolder();
    createConfSettings({ folder, clock }).change({ apiPort: 4990 });
    expect(choose(NOTHING_GIVEN, folder)).toBe(4990);
    expect(warned).toEqual([]);
  });

  it.each([5000, 0])('lets the option with port %i override the settings', (apiPort) => {
    expect(choose({ apiPort, uiPort: 4871 }, folderWith('{"apiPort":4990}'))).toBe(apiPort);
  });

  it.each(['{', '{"apiPort":80}', '{"apiPort":4990,"colour":"red"}'])(
    'ignores a broken settings file, says so, and leaves it to be set aside: %s',
    (text) => {
      const folder = folderWith(text);
      expect(choose(NOTHING_GIVEN, folder)).toBe(4870);
      expect(warned).toEqual(['the settings file is broken: the API uses its default port']);
      expect(readdirSync(folder)).toEqual(['settings.json']);
      expect(readFileSync(join(folder, 'settings.json'), 'utf8')).toBe(text);
    },
  );

  it.each([
    ['the settings', '{"apiPort":4990}', 4990],
    ['the usual one', '{}', 4870],
  ])('refuses the port of the browser window with one sentence (%s)', (_which, text, uiPort) => {
    const folder = folderWith(text);
    const given = { apiPort: null, uiPort };
    expect(() => choose(given, folder)).toThrow(
      `The API and the browser window cannot both have port ${uiPort}: choose another one with --port or --ui-port.`,
    );
    expect(choose(given, folder, false)).toBe(uiPort);
  });
});
