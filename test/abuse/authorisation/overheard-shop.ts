import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type GuardedShop,
  openGuardedShop,
  PASSWORD,
} from '../../security/support/authorisation/guarded-shop.ts';
import { type PlantedWebhook, plantWebhooks } from '../../security/support/authorisation/planted-webhooks.ts';
import { ACCOUNT } from '../../support/shop-fixture.ts';
import type { SuiteRun } from '../harness/suite.ts';

export interface OverheardShop extends GuardedShop {
  readonly planted: readonly PlantedWebhook[];
}

/**
 * The shop of two accounts, with webhooks of everybody who may have one. What is answered to alpha, and what is logged,
 * is searched for the secrets of all and for the customers of beta.
 */
export async function openOverheardShop(run: SuiteRun): Promise<OverheardShop> {
  const shop = await openGuardedShop();
  const planted = await plantWebhooks(shop);
  run.keepSecret('password', PASSWORD);
  for (const { by, secret } of shop.askers) run.keepSecret(by === 'token' ? 'token' : 'api key', secret);
  for (const { secret } of planted) run.keepSecret('webhook secret', secret);
  for (const email of await emailsOfBeta(shop)) run.keepSecret('personal data', email);

  const ofAlpha = new Set(
    shop.askers.filter(({ account }) => account === ACCOUNT.alpha).map(({ secret }) => secret),
  );
  const send: GuardedShop['service']['send'] = async (method, target, sending) => {
    const answer = await shop.service.send(method, target, sending);
    if (ofAlpha.has(sending?.token ?? '')) run.hear(`${method} ${target}`, answer.text);
    return answer;
  };
  const stop = async () => {
    writeFileSync(join(run.folder, 'service.log'), JSON.stringify(shop.service.records));
    await shop.stop();
  };
  return { ...shop, service: { ...shop.service, send }, planted, stop };
}

async function emailsOfBeta({ store }: GuardedShop): Promise<readonly string[]> {
  const customers = store.db.selectFrom('customers').select('email').where('account_id', '=', ACCOUNT.beta);
  return (await customers.execute()).map(({ email }) => email);
}
