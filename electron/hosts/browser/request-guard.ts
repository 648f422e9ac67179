import { LAUNCH_ADDRESS_PATH, LAUNCH_PATH } from './launch-routes.ts';

/** What of a request decides whether it comes from our own page. */
export interface RequestSigns {
  readonly method: string;
  /** As sent: path and query. */
  readonly target: string;
  /** Name and value by turns, as Node gives them: nothing merged or dropped. */
  readonly rawHeaders: readonly string[];
}

/**
 * Why a request is refused, or null. A page of another site (Origin, Fetch Metadata), a domain that was made to point at
 * this computer (Host) and a service worker are kept out before anything else is looked at.
 */
export function refusalOf(
  { method, target, rawHeaders }: RequestSigns,
  { authority, port }: { readonly authority: string; readonly port: number },
): string | null {
  const valuesOf = (name: string) =>
    rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name);
  const areAll = (name: string, allowed: string) => {
    const values = valuesOf(name);
    return values.length > 0 && values.every((value) => value === allowed);
  };

  const hosts = valuesOf('host');
  const host = hosts[0];
  const own = target === LAUNCH_ADDRESS_PATH ? `127.0.0.1:${port}` : authority;
  if (host === undefined || hosts.length > 1 || host !== own)
    return 'The Host header must name this program.';
  if (!target.startsWith('/')) return 'The address must be a path.';
  if (valuesOf('service-worker').length > 0) return 'The window has no service worker.';

  if (target === LAUNCH_PATH) {
    // Our own file on the disk counts as another site, an address that a person pastes as none.
    const isNavigation = areAll('sec-fetch-mode', 'navigate') && areAll('sec-fetch-dest', 'document');
    const isRead = method === 'GET' && valuesOf('origin').length === 0;
    const isForm = method === 'POST' && areAll('sec-fetch-site', 'cross-site') && areAll('origin', 'null');
    return isNavigation && (isRead || isForm) ? null : 'A browser opens this address as a page.';
  }

  const origins = valuesOf('origin');
  if (origins.some((origin) => origin !== `http://${host}`)) {
    return 'The Origin header must be that of this program.';
  }
  if (method !== 'GET' && method !== 'HEAD' && origins.length === 0) return 'The Origin header is missing.';
  const isForeign = valuesOf('sec-fetch-site').some((site) => site !== 'none' && site !== 'same-origin');
  return isForeign ? 'Requests of other sites are refused.' : null;
}
