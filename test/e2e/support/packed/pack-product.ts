import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { SIGNED_EXAMPLE } from '../../../../shared/contract/webhook-records.ts';
import { projectRoot } from '../running-product.ts';

export interface PackedProduct {
  readonly files: readonly PackedFile[];
  /** State of each fuse by position: `0`, `1`, or `r` if Electron has removed it. */
  readonly fuses: string;
  /** Path of app.asar. */
  readonly archive: string;
}

interface ArchiveReader {
  listPackage(archive: string, options: { readonly isPack: boolean }): string[];
  statFile(archive: string, path: string): { readonly size?: number; readonly integrity?: { readonly hash: string } };
  extractFile(archive: string, path: string): Buffer;
  extractAll(archive: string, folder: string): void;
}

/** What the tests use of electron-builder. Its types are installed only for `npm run dist` and the full run. */
interface Builder {
  readonly Arch: { readonly x64: number; readonly arm64: number };
  readonly Platform: Readonly<Record<'LINUX' | 'MAC' | 'WINDOWS', BuilderPlatform>>;
  build(options: object): Promise<readonly string[]>;
}

interface BuilderPlatform {
  createTarget(types: string | readonly string[], ...archs: readonly number[]): unknown;
}

export const requireInstallerPackage = createRequire(join(projectRoot, 'scripts', 'releasing', 'package.json'));
const { build, ...builder }: Builder = requireInstallerPackage('electron-builder');
export const { Arch, Platform } = builder;

const archives: ArchiveReader = requireInstallerPackage('@electron/asar');

/** Packs the built product like `npm run dist`, around a stand-in of Electron, into an empty folder. */
export async function packProduct(folder: string): Promise<PackedProduct> {
  const electronDist = join(folder, 'electron');
  await layDistribution(electronDist);
  const output = join(folder, 'packages');
  await runBuilder({ targets: Platform.LINUX.createTarget('dir', Arch.x64), electronDist, output });
  const unpacked = join(output, 'linux-unpacked');
  const archive = join(unpacked, 'resources', 'app.asar');
  return {
    files: packedFiles(archive),
    fuses: fusesOf(await readFile(join(unpacked, 'tilldesk'))),
    archive,
  };
}

/** Returns the status and the output of the packed program, after it has exported its price list into `file`. */
export async function runPacked(archive: string, file: string, options: readonly string[]) {
  // Only Electron reads files in an archive.
  const folder = `${archive}.unpacked`;
  archives.extractAll(archive, folder);
  const driver = join(import.meta.dirname, 'run-packed.ts');
  const child = spawn(process.execPath, [driver, join(folder, 'dist', 'main', 'main.js'), file, ...options]);
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  const [status] = await once(child, 'close');
  return { status, output: (await output).join('') };
}

function packedFiles(archive: string): PackedFile[] {
  return archives.listPackage(archive, { isPack: false }).flatMap((listed) => {
    const path = listed.replace(/^[\\/]/, '').replaceAll('\\', '/');
    const { size, integrity } = archives.statFile(archive, path);
    if (size === undefined) return [];
    const text = archives.extractFile(archive, path).toString('latin1');
    return [{ path, text, hash: integrity?.hash ?? null }];
  });
}

/** State of each fuse by its position in the program. */
export function fusesOf(program: Buffer): string {
  const at = program.indexOf(FUSE_SENTINEL) + FUSE_SENTINEL.length;
  const count = program[at + 1] ?? 0;
  return program.subarray(at + 2, at + 2 + count).toString('latin1');
}

export interface BuilderRun {
  readonly targets: unknown;
  /** A stand-in of Electron's distribution. */
  readonly electronDist: string;
  /** The folder for the result. */
  readonly output: string;
  /** Extra environment variables, such as where to find stand-ins of downloaded tools. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs electron-builder on the built product with the configuration of `npm run dist`. */
export async function runBuilder({ targets, electronDist, output, env = {} }: BuilderRun): Promise<void> {
  const before = Object.fromEntries(Object.keys(env).map((name) => [name, process.env[name]]));
  Object.assign(process.env, env);
  try {
    await build({
      targets,
      projectDir: projectRoot,
      publish: null,
      config: { extends: join(projectRoot, 'electron-builder.yml'), electronDist, directories: { output } },
    });
  } finally {
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
}

/** Precedes the fuses in Electron's program, so that they can be found. */
const FUSE_SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

/** Version 1 of the fuses, eight of them, as in a fresh Electron. */
const FUSES = Buffer.concat([Buffer.from([1, 8]), Buffer.from('10110001')]);

const program = () => Buffer.concat([Buffer.alloc(64), Buffer.from(FUSE_SENTINEL), FUSES, Buffer.alloc(64)]);

/** What electron-builder accepts as a distribution of Electron for Linux: the program consists only of its fuses. */
export async function layDistribution(folder: string): Promise<void> {
  await mkdir(join(folder, 'resources'), { recursive: true });
  await mkdir(join(folder, 'locales'));
  await writeFile(join(folder, 'electron'), program(), { mode: 0o755 });
  for (const file of [
    'LICENSE',
    'LICENSES.chromium.html',
    'chrome-sandbox',
    'version',
    'locales/en-US.pak',
    'locales/nl.pak',
  ]) {
    await writeFile(join(folder, file), file);
  }
}

/** The same for macOS. */
export async function layMacDistribution(folder: string): Promise<void> {
  const contents = join(folder, 'Electron.app', 'Contents');
  const framework = join(contents, 'Frameworks', 'Electron Framework.framework');
  await layMacProgram(contents, 'Electron');
  for (const resources of [join(contents, 'Resources'), join(framework, 'Versions', 'A', 'Resources')]) {
    await mkdir(join(resources, 'en.lproj'), { recursive: true });
    await writeFile(join(resources, 'en.lproj', 'locale.pak'), '');
  }
  await writeFile(join(framework, 'Electron Framework'), program(), { mode: 0o755 });
  for (const name of ['', ' (GPU)', ' (Plugin)', ' (Renderer)'].map((kind) => `Electron Helper${kind}`)) {
    await layMacProgram(join(contents, 'Frameworks', `${name}.app`, 'Contents'), name);
  }
}

async function layMacProgram(contents: string, name: string): Promise<void> {
  await mkdir(join(contents, 'MacOS'), { recursive: true });
  await writeFile(join(contents, 'MacOS', name), '', { mode: 0o755 });
  const properties = `<key>CFBundleExecutable</key><string>${name}</string>`;
  await writeFile(
    join(contents, 'Info.plist'),
    `<?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict>${properties}</dict></plist>`,
  );
}

/** A file of the packed product. */
export interface PackedFile {
  /** From the root of the archive, with slashes. */
  readonly path: string;
  /** One character for each byte. */
  readonly text: string;
  /** Its digest in the header of the archive; `null` if there is none. */
  readonly hash: string | null;
}

const TRAY_ICON = 'scripts/releasing/icons/linux/32x32.png';

const BUILT = /^(dist\/(main|preload|workers|tasks|renderer|docs)\/|package\.json$)/;

const SOURCE = /\.(map|ts|tsx|mts|cts|test\.\w+|spec\.\w+)$|(^|\/)(node_modules|\.env[^/]*|\.npmrc|\.git)(\/|$)/;

const NEEDED = [
  'package.json',
  'dist/main/main.js',
  'dist/preload/preload.cjs',
  'dist/workers/worker.cjs',
  'dist/tasks/platform/platform-task.cjs',
  'dist/tasks/export/export-task.cjs',
  'dist/tasks/backup/backup-task.cjs',
  'dist/tasks/migration/migration-task.cjs',
  'dist/tasks/demo/demo-task.cjs',
  'dist/renderer/index.html',
  TRAY_ICON,
];

/**
 * Secrets that must not be packed. The sign-in of the demo shop is public: the product shows it on its first page, and
 * it opens invented data on the same computer. The secret of the example in the documentation is public as well.
 */
const SECRETS: Readonly<Record<string, RegExp>> = {
  'webhook secret': /whsec_[A-Za-z0-9+/]{24,}/,
  'API key': /tdk_[A-Za-z0-9_-]{36}/,
  'private key': /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----\s*[A-Za-z0-9+/]{16}/,
  'token of a registry': /\b(?:npm_[A-Za-z0-9]{36}|gh[pousr]_[A-Za-z0-9]{36})\b/,
  'token of a cloud': /\bAKIA[0-9A-Z]{16}\b/,
  'bearer token': /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/,
};

/** What a packed product must not contain, and what it lacks; a sentence each. */
export function packedProblems(files: readonly PackedFile[]): readonly string[] {
  const missing = NEEDED.filter((needed) => !files.some(({ path }) => path === needed));
  return [...missing.map((path) => `${path} is missing`), ...files.flatMap(problemsOf)];
}

function problemsOf({ path, text, hash }: PackedFile): string[] {
  const secrets = Object.entries(SECRETS).filter(([, form]) => form.test(text.replaceAll(SIGNED_EXAMPLE.secret, '')));
  return [
    ...(BUILT.test(path) || path === TRAY_ICON ? [] : [`${path} was not built`]),
    ...(SOURCE.test(path) ? [`${path} is for developers`] : []),
    ...(/[#@] ?sourceMappingURL=/.test(text) ? [`${path} names a source map`] : []),
    ...secrets.map(([kind]) => `${path} holds a ${kind}`),
    ...(/^[\da-f]{64}$/.test(hash ?? '') ? [] : [`${path} has no digest`]),
    ...(path === 'package.json' ? problemsOfManifest(text) : []),
  ];
}

function problemsOfManifest(text: string): string[] {
  const manifest: Record<string, unknown> = JSON.parse(text);
  const developers = ['devDependencies', 'scripts', 'build'].filter((name) => name in manifest);
  return [
    ...developers.map((name) => `package.json names ${name}`),
    ...(manifest.main === 'dist/main/main.js' ? [] : ['package.json starts something else']),
  ];
}
