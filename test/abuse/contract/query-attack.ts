import fc from 'fast-check';
import {
  ORACLE_ENDPOINTS,
  type OracleEndpoint,
  type OracleParameter,
} from '../../security/support/oracle-endpoints.ts';
import { NEEDED } from '../../security/support/strict-paths.ts';
import { queriesFor } from '../../security/support/strict-queries.ts';
import { createQueryCheck } from '../../security/support/strict-query-check.ts';
import { ASKERS } from '../../security/support/strict-service.ts';
import { NEARLY, searchText } from '../../security/support/strict-values.ts';
import type { SuiteSize } from '../harness/suite.ts';
import type { ContractBench } from './contract-bench.ts';

const QUERIES = 1_500;
const QUERIES_WITHOUT_PARAMETERS = 150;
const SEARCHES = 800;

/** What the index of searches would take for more than a text. */
const OPERATORS = [
  '"open',
  'half"way',
  'x" OR "kop',
  'kop*',
  '^kop',
  '-kop',
  'title:kop',
  'NEAR(kop thee)',
  '(kop',
];

/** Answers that are no data of a shop. */
const PAGES = ['GET /openapi.json', 'GET /docs'];
const LISTS = ORACLE_ENDPOINTS.filter(
  ({ name }) => name.startsWith('GET') && !name.includes('{id}') && !PAGES.includes(name),
);
const SEARCHED = ORACLE_ENDPOINTS.filter(({ parameters }) => 'q' in parameters);

/** Query strings that are right or nearly so: each means what the contract says, or is refused by name. */
export async function attackWithQueries({ run, tally, shop }: ContractBench): Promise<void> {
  const check = await createQueryCheck(shop, tally);
  const asker = fc.constantFrom(...ASKERS);
  const draw = <T>(arbitrary: fc.Arbitrary<T>, full: number) =>
    fc.sample(arbitrary, { seed: run.seed, numRuns: run.scaled(full) });

  for (const [endpoint, text] of oddQueries(run.size)) await check('owner', endpoint, text);
  for (const endpoint of LISTS) {
    const hasParameters = Object.keys(endpoint.parameters).length > 0;
    const full = hasParameters ? QUERIES : QUERIES_WITHOUT_PARAMETERS;
    for (const [who, text] of draw(fc.tuple(asker, queriesFor(endpoint)), full)) {
      await check(who, endpoint, text);
    }
  }
  for (const endpoint of SEARCHED) {
    const period = endpoint.name === 'GET /api/orders' ? 'from=0001-01-01&to=9999-12-31&' : '';
    const searches = [
      ...OPERATORS.map((text) => ['owner', text] as const),
      ...draw(fc.tuple(asker, searchText), SEARCHES),
    ];
    for (const [who, text] of searches) {
      await check(who, endpoint, `${period}q=${encodeURIComponent(text)}`);
    }
  }
}

const KINDS_OF_SHORT: readonly OracleParameter['kind'][] = ['limit', 'flag', 'date', 'ids'];

/** Every text that is not quite of some kind, for every parameter, or for one of each kind, or of some. */
function oddQueries(size: SuiteSize): (readonly [OracleEndpoint, string])[] {
  const places = LISTS.flatMap((endpoint) =>
    Object.entries(endpoint.parameters).map(([name, { kind }]) => ({ endpoint, name, kind })),
  );
  const kinds = Map.groupBy(places, ({ kind }) => kind);
  const ofEachKind = [...kinds.values()].flatMap((alike) => alike.slice(0, 1));
  const ofSome = ofEachKind.filter(({ kind }) => KINDS_OF_SHORT.includes(kind));
  const chosen = { full: places, tenth: ofEachKind, short: ofSome }[size];
  return chosen.flatMap(({ endpoint, name }) => {
    const needed = new URLSearchParams(NEEDED[endpoint.name.split(' ')[1] ?? '']);
    needed.delete(name);
    const twice = `${name}=1&${name}=2`;
    const texts = NEARLY.map((text) => `${name}=${encodeURIComponent(text)}`);
    return [...texts, twice, `${name}=999&x=1`].map((text): readonly [OracleEndpoint, string] => [
      endpoint,
      [needed.toString(), text].filter((part) => part !== '').join('&'),
    ]);
  });
}
