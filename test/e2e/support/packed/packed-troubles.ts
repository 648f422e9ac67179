import { SIGNED_EXAMPLE } from '../../../../shared/contract/webhook-records.ts';

/** A file of the packed product. */
export interface PackedFile {
  /** From the root of the archive, with slashes. */
  readonly path: string;
  /** One character for each byte. */
  readonly text: string;
  /** Its digest in the head of the archive; null where there is none. */
  readonly hash: string | null;
}

const BUILT = /^(dist\/(main|preload|threads|renderer|docs)\/|package\.json$)/;
const SOURCE = /\.(map|ts|tsx|mts|cts|test\.\w+|spec\.\w+)$|(^|\/)(node_modules|\.env[^/]*|\.npmrc|\.git)(\/|$)/;
const NEEDED = [
  'package.json',
  'dist/main/main.js',
  'dist/preload/preload.cjs',
  'dist/threads/platform/platform-thread.cjs',
  'dist/threads/export/export-thread.cjs',
  'dist/threads/backup/backup-thread.cjs',
  'dist/threads/demo/demo-thread.cjs',
  'dist/renderer/index.html',
];

/**
 * What opens something for whoever has it. The sign-in of the demo shop is none: the product shows it on its first
 * page, and it opens invented data on one's own computer. Nor is the secret of the documentation's example.
 */
const SECRETS: Readonly<Record<string, RegExp>> = {
  'webhook secret': /whsec_[A-Za-z0-9+/]{24,}/,
  'API key': /tdk_[A-Za-z0-9_-]{36}/,
  'private key': /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----\s*[A-Za-z0-9+/]{16}/,
  'token of a registry': /\b(?:npm_[A-Za-z0-9]{36}|gh[pousr]_[A-Za-z0-9]{36})\b/,
  'token of a cloud': /\bAKIA[0-9A-Z]{16}\b/,
  'bearer token': /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/,
};

/** What must not be in a packed product, and what must be and is not; a sentence each. */
export function packedTroubles(files: readonly PackedFile[]): readonly string[] {
  const missing = NEEDED.filter((needed) => !files.some(({ path }) => path === needed));
  return [...missing.map((path) => `${path} is missing`), ...files.flatMap(troublesOf)];
}

function troublesOf({ path, text, hash }: PackedFile): string[] {
  const secrets = Object.entries(SECRETS).filter(([, form]) => form.test(text.replaceAll(SIGNED_EXAMPLE.secret, '')));
  return [
    ...(BUILT.test(path) ? [] : [`${path} was not built`]),
    ...(SOURCE.test(path) ? [`${path} is for developers`] : []),
    ...(/[#@] ?sourceMappingURL=/.test(text) ? [`${path} names a source map`] : []),
    ...secrets.map(([kind]) => `${path} holds a ${kind}`),
    ...(/^[\da-f]{64}$/.test(hash ?? '') ? [] : [`${path} has no digest`]),
    ...(path === 'package.json' ? troublesOfManifest(text) : []),
  ];
}

function troublesOfManifest(text: string): string[] {
  const manifest: Record<string, unknown> = JSON.parse(text);
  const developers = ['devDependencies', 'scripts', 'build'].filter((name) => name in manifest);
  return [
    ...developers.map((name) => `package.json names ${name}`),
    ...(manifest.main === 'dist/main/main.js' ? [] : ['package.json starts something else']),
  ];
}
