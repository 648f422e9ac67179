import { hostLink } from './window-access.ts';

/** The first page fetches its own parts before this. */
const FETCH_DELAY_MS = 3_000;

/**
 * Fetches all scripts and fonts of the page soon. Otherwise a later request could go to another program that has taken
 * the port, and its answer could make the browser ask for a password. A browser fetches each script of a document once.
 */
export function fetchPartsSoon(): void {
  setTimeout(fetchParts, FETCH_DELAY_MS);
}

function fetchParts(): void {
  if (hostLink.getState().hasEnded) return;
  const map = document.querySelector('script[type="importmap"]')?.textContent ?? '{}';
  const { integrity = {} }: { readonly integrity?: Readonly<Record<string, string>> } = JSON.parse(map);
  for (const [href, digest] of Object.entries(integrity)) {
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'modulepreload', href, integrity: digest }),
    );
  }
  // A font that cannot be loaded is replaced by a system font.
  for (const font of document.fonts) font.load().catch(() => undefined);
}
