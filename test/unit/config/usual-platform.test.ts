import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readDefaultPlatform } from '../../../electron/config/settings-file.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';

const TILL = 'https://till.example';

function usual(settings: string | null, named: string | null = null) {
  const dataFolder = createTemporaryFolder();
  const warnings: string[] = [];
  if (settings !== null) writeFileSync(join(dataFolder, 'settings.json'), settings);
  const log = { warn: (_: object, message: string) => void warnings.push(message) };
  return { warnings, read: () => readDefaultPlatform(named, dataFolder, log) };
}

describe('the usual platform', () => {
  it.each(['http://till.example', 'https://user:password@till.example', 'file:///etc/passwd'])(
    'is never %s, even if the settings say so: no password is sent there',
    (platform) => {
      expect(usual(JSON.stringify({ platform })).read).toThrow(
        'The platform in the settings is not an address that a password may be sent to',
      );
    },
  );

  it('is the one that an option names, whatever the settings say', () => {
    expect(usual(JSON.stringify({ platform: 'https://other.example' }), TILL).read()).toBe(TILL);
  });

  it('is that of the settings, in normalized form', () => {
    expect(usual(JSON.stringify({ platform: 'HTTPS://Till.example:443/' })).read()).toBe(TILL);
  });

  it.each([null, '{}', '{"platform":null}'])('is the built-in one if there is neither: %s', (settings) => {
    expect(usual(settings).read()).toBeNull();
  });

  it('is the built-in one if the settings are broken, with a notice', () => {
    const { read, warnings } = usual('{');
    expect(read()).toBeNull();
    expect(warnings).toEqual(['the settings file is broken: other tools use the built-in platform']);
  });
});
