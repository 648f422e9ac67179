import type { SuiteRun } from '../../harness/suite.ts';
import { FOREIGN_ADDRESSES } from '../attacks/foreign-addresses.ts';
import { WINDOW_FORMS } from '../attacks/window-forms.ts';
import type { OpenShell } from '../open-shell.ts';
import { BREACHES, COUNTS } from '../shell-figures.ts';

const WAYS = ['will-navigate', 'will-frame-navigate', 'will-redirect'];
const OWN = ['app://bundle/', 'app://bundle/catalog?q=1#x'];

/** Items 3 to 5: the page cannot be left, and takes in neither windows nor guests. */
export function probePages(run: SuiteRun, { window: { webContents } }: OpenShell): void {
  const isPrevented = (event: string, url: string) => {
    let prevented = false;
    webContents.emit(event, { url, preventDefault: () => (prevented = true) });
    return prevented;
  };
  for (const way of WAYS) {
    for (const url of FOREIGN_ADDRESSES) {
      run.count(COUNTS.pages);
      if (!isPrevented(way, url)) run.breach(BREACHES.left, `${way} leads to "${url}"`);
    }
    for (const url of OWN.filter((own) => isPrevented(way, own))) {
      run.breach(BREACHES.refused, `${way} does not lead to ${url}`);
    }
  }
  for (const url of [...FOREIGN_ADDRESSES, ...OWN]) {
    run.count(COUNTS.pages);
    if (!isPrevented('will-attach-webview', url)) run.breach(BREACHES.left, `a guest shows "${url}"`);
  }
  for (const form of WINDOW_FORMS) {
    run.count(COUNTS.pages);
    const answer = webContents.openHandler?.({ ...form, referrer: { url: '', policy: 'default' } });
    if (answer?.action !== 'deny') run.breach(BREACHES.left, `a window shows "${form.url}"`);
  }
}
