import { ORACLE_ENDPOINTS } from './oracle-endpoints.ts';
import { allowedMethods, expectedStatuses, methodAsked } from './oracle-http.ts';
import { NO_OPERATION } from './strict-description.ts';
import { type HttpDraft, requestOf } from './strict-http.ts';
import type { StrictService } from './strict-service.ts';
import type { Tally } from './strict-tally.ts';

/** Sends one request and holds the status against the oracle. */
export type HttpCheck = (draft: HttpDraft) => Promise<void>;

export function createHttpCheck(service: StrictService, tally: Tally): HttpCheck {
  return async (draft) => {
    const request = requestOf(draft);
    const answer = await tally.send(service.wire, request, operationOf(draft));
    const expected = expectedStatuses(draft);
    const told = `${JSON.stringify(request).slice(0, 800)}: ${answer.status} ${answer.text.slice(0, 300)}`;
    tally.agree(expected.has(answer.status), () => `${told}\nhas to be ${[...expected].join(' or ')}`);
    const [route] = draft.path.routes;
    if (answer.status !== 405 || !route) return;
    const allow = answer.headers.get('allow');
    tally.agree(allow === allowedMethods(route), () => `${told}\nallows ${allow}`);
  };
}

/** The operation that a request asks for, if there is one and no doubt of it. */
function operationOf({ method, path }: HttpDraft): string {
  const [route, ...others] = path.routes;
  const name = `${methodAsked(method.text)} ${route}`;
  const isOne = others.length === 0 && ORACLE_ENDPOINTS.some((endpoint) => endpoint.name === name);
  return isOne ? name : NO_OPERATION;
}
