import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The page around the documentation; all that it shows is drawn by its script. */
export const DOCS_PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Tilldesk API</title>
    <link rel="icon" href="/docs/icon.svg">
    <link rel="stylesheet" href="/docs/docs.css">
    <script type="module" src="/docs/docs.js"></script>
  </head>
  <body>
    <div id="docs"></div>
    <noscript>This page needs JavaScript. The API is described in <a href="/openapi.json">openapi.json</a>.</noscript>
  </body>
</html>
`;

/** What the page may load: files and answers of its own origin, and the images within its sheet. */
export const DOCS_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
};

/** The files of the page, each with its media type. */
export const DOCS_ASSETS = {
  'docs.js': 'text/javascript; charset=utf-8',
  'docs.css': 'text/css; charset=utf-8',
  'icon.svg': 'image/svg+xml',
} as const;

export type DocsAsset = keyof typeof DOCS_ASSETS;

/** True where every file of the page lies in the folder. */
export function hasDocsAssets(folder: string): boolean {
  return Object.keys(DOCS_ASSETS).every((asset) => existsSync(join(folder, asset)));
}

/** Null where the documentation is not built. */
export async function readDocsAsset(folder: string, asset: DocsAsset): Promise<Buffer | null> {
  try {
    return await readFile(join(folder, asset));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
