import fc from 'fast-check';
import type { TObject } from 'typebox';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import {
  CUSTOMER,
  GROUP,
  LOCATION,
  ORDER,
  PRODUCT,
  PROVIDER,
  RATE,
  SEGMENT,
  SHOP,
} from '../../support/shop-fixture.ts';
import { RECEIVER } from '../../support/subscribed-webhook.ts';
import { type DrawnParameter, type DrawnSchema, FORMS, rightText, wrongTexts } from './drawn-values.ts';

/** A request that fits the schemas of its endpoint. */
export interface DrawnRequest {
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** `undefined` if the endpoint takes none. */
  readonly body: Readonly<Record<string, unknown>> | undefined;
  /** Chooses one of the records that the path may name. */
  readonly pick: number;
  /** If false, the path names no record. */
  readonly isFound: boolean;
}

/** The request as it is sent. */
interface SentRequest {
  /** Without `?`. */
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** A request that breaks the contract in one way. */
export interface Mutation extends SentRequest {
  readonly what: string;
  /** What a refusal must name; empty if the problem has no name. */
  readonly named: string;
}

const ofAlpha = (ids: Readonly<Record<string, number>>) =>
  Object.entries(ids).flatMap(([name, id]) => (name === 'beta' ? [] : [id]));

/** Ids that exist for the owner, by the parameter or the part of a path that names them. */
const KNOWN_IDS: Readonly<Record<string, readonly number[]>> = {
  ...{ locations: ofAlpha(LOCATION), location_id: ofAlpha(LOCATION), shop_id: ofAlpha(SHOP) },
  ...{ products: ofAlpha(PRODUCT), product_id: ofAlpha(PRODUCT), product_ids: ofAlpha(PRODUCT) },
  ...{ customers: ofAlpha(CUSTOMER), customer_id: ofAlpha(CUSTOMER), orders: ofAlpha(ORDER) },
  ...{ product_group_id: ofAlpha(GROUP), tax_rate_id: ofAlpha(RATE), segment_id: ofAlpha(SEGMENT) },
  provider_method_type_id: ofAlpha(PROVIDER),
};

/** Ids for the `{id}` of a path; empty if the fixture shop has no such records. */
export const pathIdsOf = ({ path }: Endpoint): readonly number[] => KNOWN_IDS[path.split('/')[2] ?? ''] ?? [];

/** Parameters that need another one. */
const NEEDS: Readonly<Record<string, string>> = { as_of: 'is_paid' };

/** Members with a rule that the schema does not state. */
const MEMBERS: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  url: fc.stringMatching(/^[a-z0-9]{0,9}$/).map((path) => `${RECEIVER}/${path}`),
};

const membersOf = (schema: TObject | undefined) =>
  Object.entries((schema?.properties ?? {}) as Readonly<Record<string, DrawnSchema>>);
const isRequired = (schema: TObject | undefined, name: string) =>
  new Set<string>(schema?.required).has(name) && !('default' in (schema?.properties[name] ?? {}));

const parametersOf = ({ query }: Endpoint): DrawnParameter[] =>
  membersOf(query).map(([name, schema]) => ({ name, schema, ids: KNOWN_IDS[name] ?? [] }));

const formOf = ({ schema }: DrawnParameter) => FORMS[schema['x-text'] ?? 'text'];

/** Also true for `since`: the schema marks it optional, but the endpoint requires `since` or `cursor`. */
const isNeeded = ({ query }: Endpoint, { name, schema }: DrawnParameter) =>
  isRequired(query, name) || schema['x-filled'] === true;

export function drawRequest(endpoint: Endpoint): fc.Arbitrary<DrawnRequest> {
  return fc.record({
    query: drawQuery(endpoint),
    headers: drawObject(endpoint.headers) as fc.Arbitrary<Record<string, string>>,
    body: endpoint.body ? drawObject(endpoint.body) : fc.constant(undefined),
    pick: fc.nat(1_000),
    isFound: fc.integer({ min: 0, max: 4 }).map((draw) => draw > 0),
  });
}

function drawQuery(endpoint: Endpoint): fc.Arbitrary<Record<string, string>> {
  const parameters = parametersOf(endpoint).filter(({ schema }) => schema['x-filled'] !== false);
  const requiredKeys = parameters.filter((one) => isNeeded(endpoint, one)).map(({ name }) => name);
  const texts = Object.fromEntries(parameters.map((one) => [one.name, formOf(one).right(one)]));
  return fc.record(texts, { requiredKeys }).map((query) => {
    const lacksNeed = ([name]: [string, unknown]) => NEEDS[name] !== undefined && !(NEEDS[name] in query);
    return Object.fromEntries(Object.entries(query).filter((entry) => !lacksNeed(entry)));
  });
}

function drawObject(schema: TObject | undefined): fc.Arbitrary<Record<string, unknown>> {
  const members = membersOf(schema);
  const requiredKeys = members.map(([name]) => name).filter((name) => isRequired(schema, name));
  return fc.record(
    Object.fromEntries(members.map(([name, member]) => [name, MEMBERS[name] ?? drawMember(name, member)])),
    { requiredKeys },
  );
}

function drawMember(name: string, schema: DrawnSchema): fc.Arbitrary<unknown> {
  if (schema.type === 'string' || schema.enum) return rightText(schema);
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'integer') return fc.nat(300);
  const choices = schema.items?.enum;
  if (choices) return fc.subarray([...choices], { minLength: schema.minItems ?? 0 });
  throw new Error(`no draw for the member ${name}`);
}

const encoded = (pairs: readonly (readonly [string, string])[]) =>
  pairs.map(([name, text]) => `${encodeURIComponent(name)}=${encodeURIComponent(text)}`).join('&');

export function written({ query, headers, body }: DrawnRequest): SentRequest {
  return { query: encoded(Object.entries(query)), headers, body: body && JSON.stringify(body) };
}

/** Every way in which a valid request can break one rule of the schemas of its endpoint. */
export function mutationsOf(endpoint: Endpoint, request: DrawnRequest): Mutation[] {
  const sent = written(request);
  return [
    ...queryMutations(endpoint, request).map((mutation) => ({ ...sent, ...mutation })),
    ...headerMutations(endpoint).map((mutation) => ({ ...sent, ...mutation })),
    ...(endpoint.method === 'POST' ? bodyMutations(endpoint, request) : []).map((one) => ({ ...sent, ...one })),
  ];
}

type Changed = Omit<Mutation, keyof SentRequest> & Partial<SentRequest>;

function queryMutations(endpoint: Endpoint, { query }: DrawnRequest): Changed[] {
  const others = (name: string) => Object.entries(query).filter(([other]) => other !== name);
  const change = (named: string, text: string, more = others(named)): Changed => {
    const whole = [encoded(more), text].filter((part) => part !== '').join('&');
    return { what: `the query ${whole.slice(0, 300)}`, named, query: whole };
  };
  const parameters = parametersOf(endpoint);
  const ofEach = parameters.flatMap((parameter) => {
    const { name, schema } = parameter;
    const isList = schema['x-text']?.endsWith('-list');
    const given = query[name] ?? '1';
    return [
      ...formOf(parameter)
        .wrong(parameter)
        .map((text) => change(name, encoded([[name, text]]))),
      change(name, `${name}=%zz`),
      ...(isNeeded(endpoint, parameter) ? [change(name, '')] : []),
      // It is ambiguous which one counts.
      ...(isList
        ? []
        : [
            change(
              name,
              encoded([
                [name, given],
                [name, given],
              ]),
            ),
          ]),
      change(name.toUpperCase(), encoded([[name.toUpperCase(), given]])),
    ];
  });
  const unknown = ['x', '__proto__', 'constructor', 'account_id'].map((name) => change(name, `${name}=1`));
  const isRange = parameters.some(({ name }) => name === 'to');
  const backwards = isRange
    ? [change('to', 'from=2026-10-02&to=2026-10-01', Object.entries(query).filter(notOfRange))]
    : [];
  return [...ofEach, ...unknown, ...backwards];
}

const notOfRange = ([name]: [string, string]) => name !== 'from' && name !== 'to';

function headerMutations({ headers }: Endpoint): Changed[] {
  const isSendable = (text: string) => /^[\x20-\x7e]*$/.test(text);
  return membersOf(headers).flatMap(([name, schema]) =>
    [...wrongTexts(schema), 'a b'].filter(isSendable).map((text) => ({
      what: `the header ${name}: ${text}`,
      named: name,
      headers: { [name]: text },
    })),
  );
}

const OTHER_TYPES = ['text', 7, true, null, [], {}] as const;

function bodyMutations({ body: schema }: Endpoint, { body = {} }: DrawnRequest): Changed[] {
  const change = (named: string, text: string): Changed => ({
    what: `the body ${text.slice(0, 300)}`,
    named,
    body: text,
  });
  const withMember = (name: string, value: unknown) => change(name, JSON.stringify({ ...body, [name]: value }));
  const further = (name: string, value: unknown = 1) =>
    change(name, JSON.stringify(body).replace(/\}$/, `${hasMembers ? ',' : ''}"${name}":${JSON.stringify(value)}}`));
  const hasMembers = Object.keys(body).length > 0;
  const ofEach = membersOf(schema).flatMap(([name, member]) => [
    ...OTHER_TYPES.filter((value) => typeOf(value) !== member.type).map((value) => withMember(name, value)),
    ...(member.type === 'string' ? wrongTexts(member).map((text) => withMember(name, text)) : []),
    ...wrongLists(member).map((list) => withMember(name, list)),
    ...(isRequired(schema, name) ? [withMember(name, undefined)] : []),
    // It is ambiguous which one counts.
    ...(name in body ? [further(name, body[name])] : []),
  ]);
  const unknown = ['x', '__proto__', 'constructor', 'account_id'].map((name) => further(name));
  const none = schema ? [''] : [];
  const shapeless = [...none, '[]', 'null', '"x"', '7', '{', '{"a":1,}'].map((text) => change('', text));
  return [...ofEach, ...unknown, ...shapeless];
}

function wrongLists({ minItems = 0, uniqueItems, items }: DrawnSchema): unknown[] {
  const [first] = items?.enum ?? [];
  if (first === undefined) return [];
  const repeated = uniqueItems ? [[first, first]] : [];
  return [['none-of-them'], [first, null], ...repeated, ...(minItems > 0 ? [[]] : [])];
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value;
}
