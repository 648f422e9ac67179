import { sessionHandlers } from '../../../support/electron-stand-in.ts';
import type { SuiteRun } from '../../harness/suite.ts';
import { EGRESS, OWN_REQUESTS } from '../attacks/egress.ts';
import { electronPermissions } from '../attacks/electron-permissions.ts';
import { FOREIGN_ADDRESSES } from '../attacks/foreign-addresses.ts';
import { BREACHES, COUNTS } from '../shell-figures.ts';

const GRANTED = 'clipboard-sanitized-write';
const OWN = 'app://bundle/';

/** Items 8 and 9: what the session grants, and whom it lets a page speak to. */
export function probeSession(run: SuiteRun): void {
  for (const permission of electronPermissions()) {
    run.count(COUNTS.permissions, 2);
    if (isAnyGranted(permission, OWN) && permission !== GRANTED) run.breach(BREACHES.granted, permission);
  }
  for (const address of FOREIGN_ADDRESSES.filter((foreign) => isAnyGranted(GRANTED, foreign))) {
    run.breach(BREACHES.granted, `${GRANTED} of "${address}"`);
  }
  if (!isAnyGranted(GRANTED, OWN)) run.breach(BREACHES.refused, GRANTED);
  const { devicePermission } = sessionHandlers;
  if (devicePermission?.({} as never) !== false) run.breach(BREACHES.granted, 'a device');

  for (const { kind, url } of EGRESS) {
    run.count(COUNTS.requests);
    if (!isCancelled(url)) run.breach(BREACHES.asked, `${kind}: ${url}`);
  }
  for (const url of OWN_REQUESTS.filter(isCancelled)) run.breach(BREACHES.refused, url);
  run.count(COUNTS.requests);
  let isRefused = false;
  sessionHandlers.download?.({ preventDefault: () => (isRefused = true) });
  if (!isRefused) run.breach(BREACHES.left, 'a page saves a file');
}

/** Without a handler Electron grants everything. */
function isAnyGranted(permission: string, address: string): boolean {
  const { permissionRequest, permissionCheck } = sessionHandlers;
  const details = { requestingUrl: address, isMainFrame: true } as never;
  const isAllowed = permissionCheck?.(null, permission as never, address, details) ?? true;
  let isGranted = permissionRequest === null;
  permissionRequest?.({} as never, permission as never, (answer) => (isGranted = answer), details);
  return isAllowed || isGranted;
}

function isCancelled(url: string): boolean {
  let answer: { readonly cancel?: boolean } = {};
  sessionHandlers.beforeRequest?.({ url }, (given) => (answer = given));
  return answer.cancel === true;
}
