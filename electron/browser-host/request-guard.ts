/** What of a request decides whether it comes from our own page. */
export interface RequestSigns {
  readonly method: string;
  /** As sent: path and query. */
  readonly target: string;
  /** Name and value by turns, as Node gives them: nothing merged or dropped. */
  readonly rawHeaders: readonly string[];
}

/**
 * Why a request is refused, or null. A page of another site (Origin, Fetch Metadata) and a domain that was made
 * to point at this computer (Host) are kept out before anything else is looked at.
 */
export function refusalOf({ method, target, rawHeaders }: RequestSigns, port: number): string | null {
  const valuesOf = (name: string) =>
    rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name);

  const hosts = valuesOf('host');
  const host = hosts[0];
  const ownHosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (host === undefined || hosts.length > 1 || !ownHosts.includes(host)) {
    return 'The Host header must name this program.';
  }
  if (!target.startsWith('/')) return 'The address must be a path.';

  const origins = valuesOf('origin');
  if (origins.some((origin) => origin !== `http://${host}`)) {
    return 'The Origin header must be that of this program.';
  }
  if (method !== 'GET' && method !== 'HEAD' && origins.length === 0) return 'The Origin header is missing.';

  const isForeign = valuesOf('sec-fetch-site').some((site) => site !== 'none' && site !== 'same-origin');
  const opensLaunchPage =
    method === 'GET' &&
    target.startsWith('/launch?') &&
    valuesOf('sec-fetch-mode').every((mode) => mode === 'navigate') &&
    valuesOf('sec-fetch-dest').every((dest) => dest === 'document');
  return isForeign && !opensLaunchPage ? 'Requests of other sites are refused.' : null;
}
