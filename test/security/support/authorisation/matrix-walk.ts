import type { Answer } from '../../../support/http-exchange.ts';
import {
  existsFor,
  expectedStatus,
  foreignIdsIn,
  kindOfParameter,
  kindOfPath,
  mayRead,
} from './authorisation-matrix.ts';
import { ID_PARAMETERS, type IdParameter, targetOf, USER_ENDPOINTS } from './endpoint-targets.ts';
import type { GuardedShop, SignedInAsker } from './guarded-shop.ts';
import { marksIn } from './plant-marks.ts';
import type { RecordRegister } from './record-register.ts';

/** What a walk found: pairs tried, and a line for each breach. */
export interface Findings {
  tried: number;
  readonly breaches: string[];
}

/** Exists nowhere, so its answer is what that of every foreign id must look like. */
const UNKNOWN_ID = 424_242;

/** The widest call of every endpoint: nothing of others may show in it. */
export async function walkEndpoints(shop: GuardedShop, askers: readonly SignedInAsker[]): Promise<Findings> {
  const register = await shop.readRegister();
  const productIds = [...register.product.keys()];
  const findings: Findings = { tried: 0, breaches: [] };
  for (const endpoint of USER_ENDPOINTS.filter(({ path }) => !path.includes('{id}'))) {
    for (const asker of askers) {
      const target = targetOf(endpoint, { productIds });
      const answer = await shop.service.send(endpoint.method, target, { token: asker.secret });
      const wrongStatus = answer.status === 200 ? [] : [`answers ${answer.status}`];
      note(findings, asker, target, [...wrongStatus, ...leaksIn(answer, register, asker)]);
    }
  }
  return findings;
}

/** Every id parameter with every id that `idsFor` gives: the status of the matrix, and nothing of others. */
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
      const model = shapeOf(await ask(UNKNOWN_ID), UNKNOWN_ID);
      for (const id of idsFor(register, parameter)) {
        const answer = await ask(id);
        const exists = existsFor(register, asker, kindOf(parameter), id);
        const status = expectedStatus(parameter.name, exists);
        note(findings, asker, `${parameter.endpoint.path} ${parameter.name} ${id}`, [
          ...(answer.status === status ? [] : [`answers ${answer.status}, not ${status}`]),
          ...(exists || shapeOf(answer, id) === model ? [] : ['differs from an unknown id']),
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
  findings.breaches.push(...breaches.map((breach) => `${asker.name} (${asker.by}): ${what} ${breach}`));
}

/** Marks and ids of others anywhere in an answer; an error holds none at all. */
function leaksIn({ status, text }: Answer, register: RecordRegister, asker: SignedInAsker): string[] {
  const marks = marksIn(text).filter((mark) => status !== 200 || !mayRead(register, asker, mark));
  const ids = status === 200 ? foreignIdsIn(register, asker, JSON.parse(text)) : [];
  return [
    ...marks.map(({ account, kind, id }) => `shows ${account}${kind ?? ''}${id}`),
    ...ids.map((id) => `shows ${id}`),
  ];
}

/** An answer without what may differ between two ids: the id that its message names, and the request's own. */
function shapeOf({ status, headers, text }: Answer, id: number): string {
  const { 'x-request-id': requestId, date: _, 'content-length': __, ...rest } = headers;
  const body = JSON.parse(text.replaceAll(String(requestId), ''));
  const named = new RegExp(`\\b${id}\\b`, 'g');
  const message = typeof body.message === 'string' ? body.message.replaceAll(named, '<id>') : null;
  return JSON.stringify([status, rest, { ...body, message }]);
}
