import { expectedAnswer } from './oracle-answers.ts';
import type { OracleEndpoint } from './oracle-endpoints.ts';
import { judgeQuery } from './oracle-query.ts';
import { type OracleShop, readOracleShop } from './oracle-shop.ts';
import { type Asker, KNOWN, type StrictService } from './strict-service.ts';
import { messageOf } from './strict-shapes.ts';
import { departures, type Tally } from './strict-tally.ts';
import type { WireAnswer } from './strict-wire.ts';

/** Sends one query string and holds the answer against the oracle. */
export type QueryCheck = (asker: Asker, endpoint: OracleEndpoint, text: string) => Promise<void>;

export async function createQueryCheck(service: StrictService, tally: Tally): Promise<QueryCheck> {
  const shops: Record<Asker, OracleShop> = {
    owner: await readOracleShop(service, 'owner'),
    staff: await readOracleShop(service, 'staff'),
  };

  return async (asker, endpoint, text) => {
    const { name } = endpoint;
    const path = name.split(' ')[1] ?? '';
    const target = text === '' ? path : `${path}?${text}`;
    const answer = await tally.send(service.wire, service.get(asker, target), name);
    const verdict = judgeQuery(endpoint, text, KNOWN[asker]);
    const told = `${asker} ${path}?${text}: ${answer.status} ${answer.text.slice(0, 600)}`;
    if (!verdict.isAccepted) {
      const isNamed = answer.status === 400 && names(answer, verdict.named);
      tally.agree(isNamed, () => `${told}\nhas to be a 400 that names one of ${verdict.named.join(', ')}`);
      return;
    }
    if (answer.status !== 200) {
      tally.agree(false, () => `${told}\nhas to be accepted as ${JSON.stringify(verdict.query)}`);
      return;
    }
    const wrong = departures(JSON.parse(answer.text), expectedAnswer(name, verdict.query, shops[asker]));
    tally.agree(wrong.length === 0, () => `${told}\n${wrong.join('\n')}`);
  };
}

const MOST_SHOWN = 100;

function names(answer: WireAnswer, named: readonly string[]): boolean {
  if (named.length === 0) return true;
  const message = messageOf(answer);
  return named.some((name) => {
    const shown = name.slice(0, MOST_SHOWN).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    return new RegExp(`(^|[^\\w])${shown}($|[^\\w])`, 'u').test(message);
  });
}
