import { way } from './window-access.ts';

/** The first page fetches what it needs first. */
const AHEAD_AFTER_MS = 3_000;

/**
 * Fetches all scripts and fonts of the page soon. Later no script and no font is asked of whoever holds the port, who
 * could answer that the browser has to ask for a password. A browser fetches each script of a document once.
 */
export function fetchPartsSoon(): void {
  setTimeout(fetchParts, AHEAD_AFTER_MS);
}

function fetchParts(): void {
  if (way.getState().hasEnded) return;
  const map = document.querySelector('script[type="importmap"]')?.textContent ?? '{}';
  const { integrity = {} }: { readonly integrity?: Readonly<Record<string, string>> } = JSON.parse(map);
  for (const [href, digest] of Object.entries(integrity)) {
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'modulepreload', href, integrity: digest }),
    );
  }
  // A font that cannot be loaded is replaced by that of the system.
  for (const font of document.fonts) font.load().catch(() => undefined);
}
