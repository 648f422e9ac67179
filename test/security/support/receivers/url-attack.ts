import { systemClock } from '../../../../electron/base/clock.ts';
import { createReceivers } from '../../../../electron/webhooks/open-webhooks.ts';
import { createLogRecorder } from '../../../support/log-recorder.ts';
import type { AttackReport } from './attack-report.ts';
import { ACCEPTED_BY_RANGE, REFUSED_BY_RANGE } from './boundary-urls.ts';
import type { Canary } from './canary.ts';
import { resolveCorpusName } from './corpus-names.ts';
import { ACCEPTED_URLS, EMBEDDED_OWN_HOSTS, OWN_HOSTS, REFUSED_URLS } from './spelled-urls.ts';

/** Names that look public, and lead to the own network all the same. */
const NEEDS_LOOKUP = /\.(?:example|nip\.io)$/;

/**
 * Subscribes the whole corpus, and sends to what has to be refused: to `all` of it, or to what leads to this computer
 * alone, for a product that may really connect.
 */
export async function attackWithUrls(canary: Canary, sendsTo: 'all' | 'own'): Promise<AttackReport> {
  const { rules, sender } = createReceivers({
    allowed: [],
    ownPorts: () => [],
    clock: systemClock,
    version: '0',
    log: createLogRecorder().log,
    resolve: resolveCorpusName,
  });
  const wrong: string[] = [];
  const refusedGood: string[] = [];
  const urlsOf = (hosts: readonly string[]) => hosts.map((host) => `https://${host}:${canary.port}/hook`);
  const own = urlsOf(OWN_HOSTS);
  const refused = [...own, ...urlsOf(EMBEDDED_OWN_HOSTS), ...REFUSED_BY_RANGE, ...REFUSED_URLS];
  for (const url of refused) {
    // Of a name the answer must not tell where it leads: it is refused at the connection.
    const verdict = await rules.checkUrl(url);
    if (verdict.ok && !NEEDS_LOOKUP.test(new URL(verdict.url).hostname))
      wrong.push(`${url} can be subscribed`);
  }
  for (const url of sendsTo === 'all' ? refused : own) {
    const { failure } = await sender.send({ url, headers: {}, body: '{}' });
    if (failure !== 'address_refused') wrong.push(`${url} was sent to: ${failure}`);
  }
  const accepted = [
    ...ACCEPTED_BY_RANGE.map((url) => [url, URL.parse(url)?.href] as const),
    ...ACCEPTED_URLS,
  ];
  for (const [url, canonical] of accepted) {
    const verdict = await rules.checkUrl(url);
    if (!verdict.ok) refusedGood.push(`${url}: ${verdict.reason}`);
    else if (verdict.url !== canonical) wrong.push(`${url} gives ${verdict.url}`);
    const again = await rules.checkUrl(canonical ?? '');
    if (!again.ok || again.url !== canonical) wrong.push(`${canonical} is not its own canonical form`);
  }
  sender.close();
  return { tried: refused.length + accepted.length, wrong, refusedGood };
}
