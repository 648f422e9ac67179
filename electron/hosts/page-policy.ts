import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A new value for each page that is served. */
export function createPageNonce(): string {
  return randomBytes(16).toString('base64');
}

/**
 * What our pages may load: their own files, and inline styles with the nonce. HTML that a script writes into the page
 * goes through the policy `default`; see renderer/lib/markup-guard.ts.
 */
export function createContentPolicy(nonce: string, scripts = "'self'"): string {
  return [
    "default-src 'none'",
    `script-src ${scripts}`,
    `style-src 'self' 'nonce-${nonce}'`,
    "font-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');
}

/** Headers of every answer of a host. */
export const PAGE_HEADERS = {
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

/** Headers of every answer that is not a page. If it is opened as one, it loads nothing and has an opaque origin. */
export const CLOSED_HEADERS = {
  ...PAGE_HEADERS,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
} as const;

const NONCE_PLACEHOLDER = '__CSP_NONCE__';

export interface IndexPage {
  readonly html: string;
  readonly contentPolicy: string;
}

/** Creates the start page of the user interface, each time with a new nonce. */
export async function readIndexPage(rendererFolder: string): Promise<IndexPage> {
  const template = await readFile(join(rendererFolder, 'index.html'), 'utf8');
  const nonce = createPageNonce();
  const scripts = ["'self'", ...listScriptDigests(template)].join(' ');
  return { html: template.replaceAll(NONCE_PLACEHOLDER, nonce), contentPolicy: createContentPolicy(nonce, scripts) };
}

/** The build writes one script into the page: the list of its files with their digests, which runs nothing. */
function listScriptDigests(html: string): string[] {
  return [...html.matchAll(/<script type="importmap">([^<]+)<\/script>/g)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
}
