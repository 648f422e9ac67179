import { openableLink } from '../../../../electron/bridge/open-external-calls.ts';
import { told } from '../../../support/electron-stand-in.ts';
import type { SuiteRun } from '../../harness/suite.ts';
import { BACK_OFFICE_HOST, GOOD_LINKS, HOSTILE_LINKS } from '../attacks/hostile-links.ts';
import type { OpenShell } from '../open-shell.ts';
import { BREACHES, COUNTS } from '../shell-figures.ts';

/** Item 6: what the page can have the system open, and each of the two guards alone. */
export async function probeLinks(run: SuiteRun, { openLink, host }: OpenShell): Promise<void> {
  told.opened.length = 0;
  for (const link of HOSTILE_LINKS) {
    run.count(COUNTS.links, 2);
    const { ok } = await openLink(link);
    if (ok || told.opened.length > 0) run.breach(BREACHES.opened, link);
    if (openableLink(link, [BACK_OFFICE_HOST]) !== null) run.breach(BREACHES.opened, `${link} by its text`);
    told.opened.length = 0;
  }
  for (const link of HOSTILE_LINKS.filter((text) => URL.parse(text) !== null && !/^https:/i.test(text))) {
    run.count(COUNTS.links);
    await host.openPlace({ kind: 'back-office', url: new URL(link) }).catch(() => undefined);
    if (told.opened.length > 0) run.breach(BREACHES.opened, `${link} behind the first guard`);
    told.opened.length = 0;
  }
  for (const link of GOOD_LINKS) if (!(await openLink(link)).ok) run.breach(BREACHES.refused, link);
}
