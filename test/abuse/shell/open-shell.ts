import type { ApiAnswer } from '../../../electron/api-client/api-client.ts';
import { lockProgram } from '../../../electron/hosts/desktop/locks.ts';
import { told } from '../../support/electron-stand-in.ts';
import { bridgeDouble } from '../../unit/bridge/bridge-double.ts';
import { makeHost, openStandInWindow } from '../../unit/hosts/desktop/made-host.ts';
import { layRenderer } from './attacks.ts';

/** The real shell, shown on the stand-in of Electron: what Chromium would ask of it, the probes ask. */
export interface OpenShell {
  readonly rendererFolder: string;
  readonly window: (typeof told.windows)[number];
  /** Where a link of the page leads: the call of the bridge with the real host behind it. */
  readonly openLink: (url: string) => Promise<{ readonly ok: boolean }>;
  readonly host: ReturnType<typeof makeHost>;
}

/** As the API never answers: a page. */
const PAGE: ApiAnswer = {
  status: 200,
  headers: new Headers({ 'content-type': 'text/html' }),
  body: new TextEncoder().encode('<script>1</script>'),
};

export async function openShell(folder: string): Promise<OpenShell> {
  const rendererFolder = layRenderer(folder);
  lockProgram();
  const host = makeHost('linux', {}, { rendererFolder, window: await openStandInWindow() });
  const { handle } = bridgeDouble({ host: { openPlace: host.openPlace } });
  await host.show({
    handle,
    send: async () => PAGE,
    readDocumentation: async () => PAGE,
    mayFetch: async () => false,
  });
  const [window] = told.windows;
  if (window === undefined) throw new Error('no window was opened');
  const openLink = (url: string) => handle('openPlace', { place: { kind: 'back-office', url } });
  return { rendererFolder, window, openLink, host };
}
