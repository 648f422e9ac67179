import { type IdSpace, MOST_DAYS, type OracleEndpoint } from './oracle-endpoints.ts';
import { decodeComponent } from './oracle-percent.ts';
import { type Meaning, meaningOf } from './oracle-values.ts';

export type Meanings = Readonly<Record<string, Meaning>>;
export type KnownIds = Readonly<Record<IdSpace, readonly number[]>>;

/** `named`: a refusal has to name one of these; empty where there is no name to give. */
export type QueryVerdict =
  | { readonly isAccepted: true; readonly query: Meanings }
  | { readonly isAccepted: false; readonly named: readonly string[] };

const MOST_BYTES = 16 * 1024;
const refused = (...named: string[]): QueryVerdict => ({ isAccepted: false, named });

/** What the contract says of a raw query string (without `?`), for a caller who knows of `known`. */
export function judgeQuery(endpoint: OracleEndpoint, text: string, known: KnownIds): QueryVerdict {
  if (text.length > MOST_BYTES) return refused();
  const given = new Map<string, string>();
  const wrong: string[] = [];
  for (const pair of text.split('&').filter((part) => part !== '')) {
    const at = pair.indexOf('=');
    const name = decodeComponent(at < 0 ? pair : pair.slice(0, at));
    const value = decodeComponent(at < 0 ? '' : pair.slice(at + 1));
    if (name === null) return refused();
    if (value === null || given.has(name) || !Object.hasOwn(endpoint.parameters, name)) wrong.push(name);
    given.set(name, value ?? '');
  }
  if (wrong.length > 0) return refused(...wrong, ...given.keys());
  return judgeValues(endpoint, given, known);
}

function judgeValues(
  { name: endpoint, parameters }: OracleEndpoint,
  given: ReadonlyMap<string, string>,
  known: KnownIds,
): QueryVerdict {
  const wrong: string[] = [];
  const query: Record<string, Meaning> = {};
  for (const [name, parameter] of Object.entries(parameters)) {
    const text = given.get(name);
    const meaning = meaningOf(parameter, text);
    if (meaning === null) wrong.push(name);
    else if (meaning !== undefined) query[name] = meaning;
    if (parameter.kind === 'id' && typeof meaning === 'number' && !known[parameter.of].includes(meaning)) {
      wrong.push(name);
    }
  }
  wrong.push(...wrongRange(endpoint, query), ...wrongStart(parameters, given));
  return wrong.length > 0 ? refused(...wrong) : { isAccepted: true, query };
}

/** A feed is read from a moment or from a cursor, and from one of them alone. */
function wrongStart(parameters: OracleEndpoint['parameters'], given: ReadonlyMap<string, string>): string[] {
  const isFeed = 'since' in parameters;
  return isFeed && given.has('since') === given.has('cursor') ? ['since', 'cursor'] : [];
}

function wrongRange(endpoint: string, query: Record<string, Meaning>): string[] {
  const { from, to = from } = query;
  if (typeof from !== 'string' || typeof to !== 'string') return [];
  query.to = to;
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  const isTooLong = endpoint === 'GET /api/reports/turnover-by-day' && days > MOST_DAYS;
  return to < from || isTooLong ? ['from', 'to'] : [];
}
