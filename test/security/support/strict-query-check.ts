import type { TSchema } from 'typebox';
import { CONTRACT_ENDPOINTS } from '../../support/contract-endpoints.ts';
import { expectedAnswer } from './oracle-answers.ts';
import type { OracleEndpoint } from './oracle-endpoints.ts';
import { judgeQuery } from './oracle-query.ts';
import { type OracleShop, readOracleShop } from './oracle-shop.ts';
import { type Asker, KNOWN, type StrictService } from './strict-service.ts';
import { createFit } from './strict-shapes.ts';
import { departures, type Tally } from './strict-tally.ts';

/** Sends one query string and holds the answer against the oracle; throws at a difference. */
export type QueryCheck = (asker: Asker, endpoint: OracleEndpoint, text: string) => Promise<void>;

/** How a request is changed on its way; stands for a service with a flaw. */
export type Detour = (text: string) => string;

export async function createQueryCheck(
  service: StrictService,
  tally: Tally,
  detour: Detour = (text) => text,
): Promise<QueryCheck> {
  const shops: Record<Asker, OracleShop> = {
    owner: await readOracleShop(service, 'owner'),
    staff: await readOracleShop(service, 'staff'),
  };
  const fits = new Map(
    CONTRACT_ENDPOINTS.map(({ method, path, response }) => [
      `${method} ${path}`,
      createFit(response as TSchema),
    ]),
  );

  return async (asker, endpoint, text) => {
    const { name } = endpoint;
    const path = name.split(' ')[1] ?? '';
    const sent = detour(text);
    const target = sent === '' ? path : `${path}?${sent}`;
    const answer = await tally.send(service.wire, service.get(asker, target), name);
    const verdict = judgeQuery(endpoint, text, KNOWN[asker]);
    const told = `${asker} ${path}?${text}: ${answer.status} ${answer.text.slice(0, 600)}`;
    if (!verdict.isAccepted) {
      const isNamed = answer.status === 400 && names(answer.text, verdict.named);
      tally.agree(isNamed, () => `${told}\nhas to be a 400 that names one of ${verdict.named.join(', ')}`);
      return;
    }
    tally.agree(
      answer.status === 200,
      () => `${told}\nhas to be accepted as ${JSON.stringify(verdict.query)}`,
    );
    const body = JSON.parse(answer.text);
    const wrong = departures(body, expectedAnswer(name, verdict.query, shops[asker]));
    wrong.push(...(fits.get(name)?.(body) ?? ['no schema']));
    tally.agree(wrong.length === 0, () => `${told}\n${wrong.join('\n')}`);
  };
}

const MOST_SHOWN = 100;

function names(text: string, named: readonly string[]): boolean {
  if (named.length === 0) return true;
  const { message } = JSON.parse(text);
  return named.some((name) => {
    const shown = name.slice(0, MOST_SHOWN).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    return new RegExp(`(^|[^\\w])${shown}($|[^\\w])`, 'u').test(message);
  });
}
