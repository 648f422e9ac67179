import type { Answer } from '../../support/http-exchange.ts';
import {
  existsFor,
  expectedStatus,
  type Findings,
  foreignIdsIn,
  furtherTargetsOf,
  ID_PARAMETERS,
  type IdParameter,
  kindOfParameter,
  kindOfPath,
  marksIn,
  mayRead,
  type RecordRegister,
  targetOf,
  USER_ENDPOINTS,
} from './authorisation-matrix.ts';
import type { GuardedShop, SignedInAsker } from './guarded-shop.ts';

/** Does not exist, so the answer for every foreign id must look like the one for this id. */
const UNKNOWN_ID = 424_242;

/** Makes the widest call of every endpoint, in every order and with a search. Nothing of others may appear. */
export async function walkEndpoints(shop: GuardedShop, askers: readonly SignedInAsker[]): Promise<Findings> {
  const register = await shop.readRegister();
  const productIds = [...register.product.keys()];
  const findings: Findings = { tried: 0, breaches: [] };
  for (const endpoint of USER_ENDPOINTS.filter(({ path }) => !path.includes('{id}'))) {
    const widest = targetOf(endpoint, { productIds });
    const targets = [widest, ...furtherTargetsOf(endpoint, widest)];
    for (const asker of askers) {
      for (const target of targets) {
        const answer = await shop.service.send(endpoint.method, target, { token: asker.secret });
        note(findings, asker, target, [
          ...(answer.status === 200 ? [] : [`answers ${answer.status}`]),
          ...leaksIn(answer, register, asker),
          ...foreignChangesIn(answer, endpoint.path, register, asker),
        ]);
      }
    }
  }
  return findings;
}

/** Passes every id of `idsFor` to every id parameter. Expects the status of the matrix, and nothing of others. */
export async function walkIds(
  shop: GuardedShop,
  askers: readonly SignedInAsker[],
  idsFor: (register: RecordRegister, parameter: IdParameter) => Iterable<number>,
): Promise<Findings> {
  const register = await shop.readRegister();
  const productIds = [...register.product.keys()];
  const findings: Findings = { tried: 0, breaches: [] };
  for (const parameter of ID_PARAMETERS) {
    for (const asker of askers) {
      const ask = (id: number) => askAbout(shop, asker, parameter, productIds, id);
      const model = describeShape(await ask(UNKNOWN_ID), UNKNOWN_ID);
      for (const id of idsFor(register, parameter)) {
        const answer = await ask(id);
        const exists = existsFor(register, asker, kindOf(parameter), id);
        const status = expectedStatus(parameter.name, exists);
        note(findings, asker, `${parameter.endpoint.path} ${parameter.name} ${id}`, [
          ...(answer.status === status ? [] : [`answers ${answer.status}, not ${status}`]),
          ...(exists || describeShape(answer, id) === model ? [] : ['differs from an unknown id']),
          ...leaksIn(answer, register, asker),
        ]);
      }
    }
  }
  return findings;
}

export function kindOf({ endpoint, name }: IdParameter) {
  return name === '{id}' ? kindOfPath(endpoint.path) : kindOfParameter(name);
}

function askAbout(
  { service }: GuardedShop,
  { secret }: SignedInAsker,
  { endpoint, name }: IdParameter,
  productIds: readonly number[],
  id: number,
): Promise<Answer> {
  const target = targetOf(endpoint, { productIds, parameter: name, id });
  return service.send(endpoint.method, target, { token: secret });
}

function note(findings: Findings, asker: SignedInAsker, what: string, breaches: readonly string[]): void {
  findings.tried += 1;
  for (const sentence of breaches) findings.breaches.push(`${asker.name} (${asker.by}): ${what} ${sentence}`);
}

/** Marks and ids of others anywhere in an answer, and totals that count them. An error must contain none at all. */
function leaksIn({ status, text }: Answer, register: RecordRegister, asker: SignedInAsker): string[] {
  const leaked = marksIn(text).filter((mark) => status !== 200 || !mayRead(register, asker, mark));
  const body = status === 200 ? JSON.parse(text) : null;
  return [
    ...leaked.map(({ account, kind, id }) => `shows ${account}${kind ?? ''}${id}`),
    ...foreignIdsIn(register, asker, body).map((id) => `shows ${id}`),
    ...(countsOthers(body) ? [`counts ${body.total} with ${body.data.length} rows`] : []),
  ];
}

/** In a feed only the id may appear of a record that does not exist for the user. */
function foreignChangesIn(
  { status, text }: Answer,
  path: string,
  register: RecordRegister,
  asker: SignedInAsker,
): string[] {
  if (status !== 200 || !path.endsWith('/delta')) return [];
  const { data }: { data: readonly { readonly id: number }[] } = JSON.parse(text);
  return data.filter(({ id }) => !existsFor(register, asker, kindOfPath(path), id)).map(({ id }) => `tells of ${id}`);
}

/** The widest call returns all rows from its start on. If its total differs, it counts rows of others too. */
function countsOthers(body: { start?: number; data?: unknown; total?: unknown } | null): boolean {
  if (!Array.isArray(body?.data) || body.data.length === 0) return false;
  return typeof body.total === 'number' && body.total !== (body.start ?? 0) + body.data.length;
}

/** An answer without what may differ between two ids: the id in its message, and the id of the request. */
function describeShape({ status, headers, text }: Answer, id: number): string {
  const { 'x-request-id': requestId, date: _, 'content-length': __, ...rest } = headers;
  const body = JSON.parse(text.replaceAll(String(requestId), ''));
  const named = new RegExp(`\\b${id}\\b`, 'g');
  const message = typeof body.message === 'string' ? body.message.replaceAll(named, '<id>') : null;
  return JSON.stringify([status, rest, { ...body, message }]);
}
