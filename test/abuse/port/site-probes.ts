import { type Ground, type PortName, type Target, targetOn } from './ground.ts';
import { requestBytes, type WireProbe } from './wire-probe.ts';

const SITES = [['cross-site'], ['same-site'], ['Cross-Site'], ['same-origin', 'cross-site'], ['none', 'same-site']];
const MODES = ['navigate', 'cors', 'no-cors', 'same-origin', 'websocket', null];
const DESTINATIONS = ['document', 'iframe', 'embed', 'image', 'script', 'empty', null];

/** What the browser tells of a page that asks for an image, a script, a frame and so on: no Origin goes with those. */
export function siteProbes(ground: Ground): readonly WireProbe[] {
  return (['api', 'ui'] as const).flatMap((port) =>
    targetsOn(ground, port).flatMap((target) =>
      SITES.flatMap((sites) =>
        MODES.flatMap((mode) =>
          DESTINATIONS.map((destination) => siteProbe(ground, port, target, { sites, mode, destination })),
        ),
      ),
    ),
  );
}

interface Told {
  readonly sites: readonly string[];
  readonly mode: string | null;
  readonly destination: string | null;
}

function targetsOn(ground: Ground, port: PortName): readonly Target[] {
  const read = targetOn(ground, port, 'read');
  const paths = port === 'api' ? [read.path, '/docs', '/openapi.json'] : [read.path, '/', '/launch', '/launch/session'];
  return paths.map((path) => ({ ...read, path }));
}

function siteProbe(ground: Ground, port: PortName, target: Target, told: Told): WireProbe {
  const lines = [
    ...told.sites.map((site) => `Sec-Fetch-Site: ${site}`),
    ...(told.mode === null ? [] : [`Sec-Fetch-Mode: ${told.mode}`]),
    ...(told.destination === null ? [] : [`Sec-Fetch-Dest: ${told.destination}`]),
  ];
  return {
    port,
    what: `${lines.join(', ')} at ${target.method} ${target.path} of ${port}`,
    bytes: requestBytes(target, [`Host: ${target.hostName}:${ground[port].port}`], lines),
    fate: mayFollow(target, told) ? 'any' : 'forbidden',
  };
}

/** A link on another site may open the documentation, and the page that lets a browser in. */
function mayFollow({ path }: Target, { mode, destination }: Told): boolean {
  if (path === '/docs' || path === '/openapi.json') return mode === 'navigate' && destination === 'document';
  return path === '/launch' && mode === 'navigate' && destination === 'document';
}
