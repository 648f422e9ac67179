import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readDataFolder } from '../../electron/config/config.ts';
import { locateProgram } from '../../electron/startup/program-files.ts';
import { importsOf, readSource } from '../architecture/sources.ts';

const projectFile = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const configuration: Record<string, unknown> = parse(projectFile('electron-builder.yml'));
const installer = projectFile('scripts/releasing/installer.nsh');

/** The files that main.ts imports, directly or not. */
function listImported(path = 'electron/main.ts', found = new Set<string>()): ReadonlySet<string> {
  if (found.has(path) || !path.endsWith('.ts')) return found;
  found.add(path);
  for (const imported of importsOf(readSource(path))) if (imported.kind === 'file') listImported(imported.path, found);
  return found;
}

describe('electron-builder.yml', () => {
  it('sets the fuses that keep others from running code under our signature', () => {
    expect(configuration.electronFuses).toEqual({
      // Changing a fuse breaks the signature, and Apple silicon starts no program without one.
      resetAdHocDarwinSignature: true,
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      grantFileProtocolExtraPrivileges: false,
    });
  });

  it('starts no package without the sandbox', () => {
    // The default tools write --no-sandbox into the desktop entry of an AppImage.
    expect(configuration.toolsets).toMatchObject({ appimage: '1.0.3' });
    expect(JSON.stringify(configuration)).not.toMatch(/sandbox|executableArgs/);
  });

  it('has the name, author and homepage without which no deb is built', () => {
    const { author, homepage, repository, desktopName } = JSON.parse(projectFile('package.json'));
    expect(author).toMatchObject({ name: 'Tilldesk', email: expect.stringContaining('@') });
    expect([homepage, repository.url]).toEqual([expect.stringMatching(/^https:/), expect.stringMatching(/^https:/)]);
    expect(desktopName).toBe(`${configuration.appId}.desktop`);
    expect(configuration.linux).toMatchObject({ syncDesktopName: true });
  });

  it('installs for one user on Windows, without an administrator', () => {
    expect(configuration.nsis).toMatchObject({ oneClick: false, perMachine: false, allowElevation: false });
    expect(installer).toContain('StrCpy $isForceCurrentInstall "1"');
  });

  it('removes the entry of the automatic start on uninstall, and the data only on request', () => {
    // The program uses the id of the installer, after which Electron names the entry.
    expect(configuration.appId).toBe('nl.tilldesk.app');
    for (const key of ['Run', 'Explorer\\StartupApproved\\Run']) {
      const value = `"Software\\Microsoft\\Windows\\CurrentVersion\\${key}" "\${APP_ID}"`;
      expect(installer).toContain(`DeleteRegValue HKCU ${value}`);
    }
    const dataFolder = readDataFolder(undefined, {
      env: { LOCALAPPDATA: 'C:\\local' },
      platform: 'win32',
      homeFolder: 'C:\\anna',
      workingFolder: 'C:\\',
    });
    expect(dataFolder).toBe('C:\\local\\Tilldesk');
    expect(installer).toMatch(/MB_DEFBUTTON2 .* \/SD IDNO IDYES`\n +RMDir \/r "\$LOCALAPPDATA\\Tilldesk"\n/);
  });

  it('packs into an archive whose digest is in the program', () => {
    expect(configuration.asar).toBe(true);
    expect(configuration).not.toHaveProperty('disableAsarIntegrity');
    expect(configuration).not.toHaveProperty('asarUnpack');
  });

  it('publishes nowhere, and accepts no update that somebody else has signed', () => {
    expect(configuration.publish).toBeNull();
    expect(configuration.win).toMatchObject({
      verifyUpdateCodeSignature: true,
      signtoolOptions: { publisherName: ['Tilldesk'] },
    });
  });

  it('packs every task of a worker that the desktop program names', () => {
    const packed = /dist\/tasks\/\{([a-z,]+)\}/.exec(String(configuration.files))?.[1]?.split(',');
    const sources = [...listImported()].filter((path) => !path.endsWith('/program-files.ts'));
    const texts = sources.map((path) => readSource(path).text);
    const tasks = Object.keys(locateProgram(import.meta.dirname)).filter((name) => name.endsWith('Task'));
    const named = tasks.filter((name) => texts.some((text) => text.includes(`.${name}`)));
    expect(named.map((name) => name.slice(0, -'Task'.length))).toEqual(packed);
  });

  it('packs only the built product', () => {
    const files = configuration.files;
    expect(files).toEqual([
      'dist/main/**',
      'dist/preload/**',
      'dist/workers/**',
      'dist/tasks/{platform,export,backup,migration,demo}/**',
      'dist/renderer/**',
      'dist/docs/**',
      'package.json',
      'scripts/releasing/icons/linux/32x32.png',
      '!node_modules',
    ]);
    expect(configuration.npmRebuild).toBe(false);
    expect(JSON.parse(projectFile('package.json')).main).toMatch(/^dist\/main\//);
  });
});
