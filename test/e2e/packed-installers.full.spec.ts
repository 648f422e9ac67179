import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, relative } from 'node:path';
import { expect, test } from '@playwright/test';
import {
  Arch,
  fusesOf,
  layDistribution,
  layMacDistribution,
  Platform,
  requireInstallerPackage,
  runBuilder,
} from './support/packed/pack-product.ts';

/**
 * Runs electron-builder's own code for each target, with stand-ins for Electron and the tools that it would download. A
 * Windows target needs the real Electron program, because resources are written into it.
 */
const plists: { parse(text: string): Record<string, unknown> } = requireInstallerPackage('plist');

const ICON_SIZES = [16, 24, 32, 48, 64, 128, 256, 512];

const EXECUTABLE = /^(?!.*no-sandbox)/;

test.describe('the packages for Linux', () => {
  let folder: string;
  let deb: string;
  let rpm: string;
  let image: string;

  test.beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tilldesk-linux-'));
    const electronDist = join(folder, 'electron');
    await layDistribution(electronDist);
    const output = join(folder, 'packages');
    const env = await layTools(join(folder, 'tools'));
    await runBuilder({
      targets: Platform.LINUX.createTarget(['deb', 'rpm', 'AppImage'], Arch.x64),
      electronDist,
      output,
      env,
    });
    [deb, rpm] = [join(output, 'tilldesk_0.1.0_amd64.deb'), join(output, 'tilldesk-0.1.0.x86_64.rpm')];
    image = join(output, 'Tilldesk-0.1.0.AppImage');
  });

  test.afterAll(async () => rm(folder, { recursive: true }));

  test('the deb says what it is, who makes it and where', async () => {
    const metadata = JSON.parse(await readFile(`${deb}.json`, 'utf8'));
    expect(metadata).toMatchObject({
      '-t': ['deb'],
      '--name': ['tilldesk'],
      '--version': ['0.1.0'],
      '--architecture': ['amd64'],
      '--maintainer': ['Tilldesk <support@tilldesk.example>'],
      '--url': ['https://tilldesk.example'],
      '--license': ['UNLICENSED'],
    });
    expect(metadata['--description'][0]).toMatch(/^Back office for retail chains\n \S/);
    expect(metadata['-d']).toContain('libsecret-1-0');
  });

  test('the rpm says the same, and requires the store of secrets', async () => {
    const metadata = JSON.parse(await readFile(`${rpm}.json`, 'utf8'));
    expect(metadata).toMatchObject({
      '-t': ['rpm'],
      '--name': ['tilldesk'],
      '--version': ['0.1.0'],
      '--license': ['UNLICENSED'],
      '--rpm-summary': ['Back office for retail chains'],
    });
    expect(metadata['-d']).toContain('libsecret');
    expect(metadata['--after-install']).toContain("chmod 4755 '/opt/Tilldesk/chrome-sandbox'");
    expect(await readdir(`${rpm}.root/opt/Tilldesk`)).toContain('chrome-sandbox');
  });

  test('the deb installs what the sandbox needs on a restricted distribution, and removes it again', async () => {
    const metadata = JSON.parse(await readFile(`${deb}.json`, 'utf8'));
    const profile = await readFile(`${deb}.root/opt/Tilldesk/resources/apparmor-profile`, 'utf8');
    expect(profile).toContain('profile "tilldesk" "/opt/Tilldesk/tilldesk" flags=(unconfined) {\n  userns,');
    expect(metadata['--after-install']).toContain("chmod 4755 '/opt/Tilldesk/chrome-sandbox'");
    expect(metadata['--after-install']).toContain("APPARMOR_PROFILE_TARGET='/etc/apparmor.d/tilldesk'");
    expect(metadata['--after-remove']).toContain('rm -f "$APPARMOR_PROFILE_DEST"');
    expect(await readdir(`${deb}.root/opt/Tilldesk`)).toContain('chrome-sandbox');
  });

  test('the desktop finds the windows of the deb by its entry, with an icon of every size', async () => {
    const entry = entryOf(await readFile(`${deb}.root/usr/share/applications/nl.tilldesk.app.desktop`, 'utf8'));
    expect(entry).toMatchObject({
      Name: 'Tilldesk',
      Exec: '/opt/Tilldesk/tilldesk %U',
      Icon: 'tilldesk',
      StartupWMClass: 'nl.tilldesk.app',
      Categories: 'Office;',
    });
    for (const size of ICON_SIZES) {
      const made = `${deb}.root/usr/share/icons/hicolor/${size}x${size}/apps/tilldesk.png`;
      const ours = join('scripts', 'releasing', 'icons', 'linux', `${size}x${size}.png`);
      expect(await readFile(made)).toEqual(await readFile(ours));
    }
  });

  test('no package starts the program without its sandbox', async () => {
    const entries = [
      await readFile(`${deb}.root/usr/share/applications/nl.tilldesk.app.desktop`, 'utf8'),
      await readFile(`${image}.root/nl.tilldesk.app.desktop`, 'utf8'),
      await readFile(`${rpm}.root/usr/share/applications/nl.tilldesk.app.desktop`, 'utf8'),
    ];
    for (const entry of entries) expect(entryOf(entry).Exec).toMatch(EXECUTABLE);
    expect(entryOf(entries[1] ?? '')).toMatchObject({ Exec: 'AppRun %U', StartupWMClass: 'nl.tilldesk.app' });
    // AppRun does so if the system lets no user create namespaces, and then the program refuses:
    // test/unit/hosts/desktop/main.test.ts.
    const start = await readFile(`${image}.root/AppRun`, 'utf8');
    expect(start.match(/^.*=\(--no-sandbox\)$/gm)).toHaveLength(1);
    expect(start).toContain('! unshare -Ur true 2>/dev/null ; then\n  NO_SANDBOX=(--no-sandbox)');
  });

  test('all contain the program with the same fuses', async () => {
    const programs = [
      `${deb}.root/opt/Tilldesk/tilldesk`,
      `${rpm}.root/opt/Tilldesk/tilldesk`,
      `${image}.root/tilldesk`,
    ];
    for (const program of programs) expect(fusesOf(await readFile(program))).toBe('01001100');
  });
});

test.describe('the program for macOS', () => {
  let folder: string;
  let app: string;

  test.beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tilldesk-mac-'));
    const electronDist = join(folder, 'electron');
    await layMacDistribution(electronDist);
    const output = join(folder, 'packages');
    const env = await layTools(join(folder, 'tools'));
    await runBuilder({ targets: Platform.MAC.createTarget('dir', Arch.arm64), electronDist, output, env });
    app = join(output, 'mac-arm64', 'Tilldesk.app');
  });

  test.afterAll(async () => rm(folder, { recursive: true }));

  test('is signed again after its fuses are flipped, as the last step', async () => {
    const { args, digests } = JSON.parse(await readFile(join(folder, 'tools', 'bin', 'codesign.json'), 'utf8'));
    expect(args.slice(0, 3)).toEqual(['--sign', '-', '--force']);
    expect(args).toContain('--deep');
    expect(args.at(-1)).toBe(app);
    expect(await digestsOf(app)).toEqual(digests);
    const framework = join(app, 'Contents/Frameworks/Electron Framework.framework/Electron Framework');
    expect(fusesOf(await readFile(framework))).toBe('01001100');
  });

  test('says what it is, with our icon and the digest of its archive', async () => {
    const { CFBundleIconFile, ...metadata } = plists.parse(await readFile(join(app, 'Contents/Info.plist'), 'utf8'));
    expect(metadata).toMatchObject({
      CFBundleIdentifier: 'nl.tilldesk.app',
      CFBundleName: 'Tilldesk',
      LSApplicationCategoryType: 'public.app-category.business',
      ElectronAsarIntegrity: { 'Resources/app.asar': { algorithm: 'SHA256' } },
    });
    const icon = await readFile(join(app, 'Contents/Resources', String(CFBundleIconFile)));
    expect(icon).toEqual(await readFile('scripts/releasing/icons/icon.icns'));
  });
});

/** The lines of a desktop entry by name. */
function entryOf(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries([...text.matchAll(/^([\w-]+)=(.*)$/gm)].map(([, name, value]) => [name, value]));
}

async function digestsOf(folder: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const digests = files.map(async (path) => [
    relative(folder, path),
    createHash('sha256')
      .update(await readFile(path))
      .digest('hex'),
  ]);
  return Object.fromEntries(await Promise.all(digests));
}

/** Writes the files where the package would install them, with the metadata beside them. */
const FPM = `
const { cpSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const [metadata, files] = [{}, []];
const args = process.argv.slice(2).filter((arg) => arg !== '--force');
for (let index = 0; index < args.length; index += 1) {
  if (args[index].startsWith('-')) (metadata[args[index]] ??= []).push(args[(index += 1)]);
  else files.push(args[index].split('='));
}
const [made] = metadata['--package'];
for (const [from, to] of files) {
  mkdirSync(dirname(join(made + '.root', to)), { recursive: true });
  cpSync(from, join(made + '.root', to), { recursive: true });
}
for (const name of ['--after-install', '--after-remove']) metadata[name] = readFileSync(metadata[name][0], 'utf8');
writeFileSync(made + '.json', JSON.stringify(metadata));
writeFileSync(made, '');
`;

/** Copies the folder instead of compressing it. */
const MKSQUASHFS = `
const { cpSync, writeFileSync } = require('node:fs');
const [folder, made] = process.argv.slice(2);
cpSync(folder, made + '.root', { recursive: true });
writeFileSync(made, 'squashfs');
`;

/** Records what it was asked to sign, with the digests of the files at that time. */
const CODESIGN = `
const { createHash } = require('node:crypto');
const { readdirSync, readFileSync, writeFileSync } = require('node:fs');
const { join, relative } = require('node:path');
const args = process.argv.slice(2);
const app = args.at(-1);
const files = readdirSync(app, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
const digests = files.map(({ parentPath, name }) => {
  const path = join(parentPath, name);
  return [relative(app, path), createHash('sha256').update(readFileSync(path)).digest('hex')];
});
writeFileSync(join(__dirname, 'codesign.json'), JSON.stringify({ args, digests: Object.fromEntries(digests) }));
`;

/**
 * Writes stand-ins of the tools that electron-builder downloads into a folder. Returns the variables that point to
 * them.
 */
async function layTools(folder: string): Promise<Readonly<Record<string, string>>> {
  await mkdir(folder, { recursive: true });
  const layScript = async (path: string, script: string) => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), `#!${process.execPath}\n${script}`, { mode: 0o755 });
  };
  await layScript('fpm', FPM);
  await layScript('bin/codesign', CODESIGN);
  await layScript('appimage/mksquashfs', MKSQUASHFS);
  await layScript('appimage/desktop-file-validate', '');
  await layScript('appimage/runtimes/runtime-x64', '');
  await layScript('appimage/lib/x64/libnotify.so.4', '');
  return {
    CUSTOM_FPM_PATH: join(folder, 'fpm'),
    APPIMAGE_TOOLS_PATH: join(folder, 'appimage'),
    PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH}`,
  };
}
