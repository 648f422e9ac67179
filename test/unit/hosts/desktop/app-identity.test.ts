import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { identifyProgram } from '../../../../electron/hosts/desktop/app-lifecycle.ts';
import { projectPath } from '../../../../scripts/launching/project-paths.mjs';
import { electronCalls } from '../../../support/electron-stand-in.ts';
import { forgetStandIn } from './made-host.ts';

beforeEach(forgetStandIn);

describe('identifyProgram', () => {
  it('uses the name in package.json, after which the keychain names its items', () => {
    expect(JSON.parse(readFileSync(projectPath('package.json'), 'utf8')).productName).toBe('Tilldesk');
  });

  it('uses the id on Windows that the installer gives to the shortcuts', () => {
    const { appId } = parse(readFileSync(projectPath('electron-builder.yml'), 'utf8'));
    identifyProgram('win32');
    expect(electronCalls.steps).toContain(`setAppUserModelId ${appId}`);
  });

  it('identifies the program on every system', () => {
    for (const platform of ['linux', 'darwin', 'win32'] as const) {
      forgetStandIn();
      identifyProgram(platform);
      expect(electronCalls.steps.at(-1)).toMatch(/^setAboutPanelOptions .*"applicationVersion":"0\.0\.0"/);
    }
  });
});
