import type { Log } from '../base/log.ts';
import { redact, redactText } from '../base/redact.ts';
import type { ApiAnswer, ApiClient, ApiRequest } from './api-client.ts';
import { ApiFailure } from './api-failure.ts';

/** The client, with every error answer written to the log in full, and every call that got no answer. */
export function createLoggedClient(client: ApiClient, log: Log): ApiClient {
  return {
    async send(request) {
      try {
        const answer = await client.send(request);
        if (answer.status >= 400) logErrorAnswer(log, request, answer);
        return answer;
      } catch (error) {
        logNoAnswer(log, request, error);
        throw error;
      }
    },
  };
}

function logErrorAnswer(log: Log, request: ApiRequest, answer: ApiAnswer): void {
  const secrets = secretsOf(request);
  const body = redact(readBody(answer), secrets);
  log.warn(
    { ...callFields(request, secrets), status: answer.status, body },
    'a call was answered with an error',
  );
}

function logNoAnswer(log: Log, request: ApiRequest, error: unknown): void {
  const secrets = secretsOf(request);
  const code = error instanceof ApiFailure ? error.code : 'failed';
  const cause = redactText(rootMessage(error), secrets);
  log.warn({ ...callFields(request, secrets), code, cause }, 'a call got no answer');
}

/** Without the query: what somebody looks for may be the name of a customer. */
function callFields(request: ApiRequest, secrets: readonly string[]) {
  const [path = ''] = request.path.split('?', 1);
  return { method: request.method, path: redactText(path, secrets) };
}

/** What the request itself carries and the answer may echo. */
function secretsOf(request: ApiRequest): string[] {
  const bearer = request.headers?.authorization?.replace(/^bearer\s+/i, '');
  const sent = typeof request.body === 'string' ? parsed(request.body) : null;
  const password = typeof sent === 'object' && sent && 'password' in sent ? sent.password : null;
  return [bearer, password].filter((secret) => typeof secret === 'string');
}

function readBody(answer: ApiAnswer): unknown {
  return parsed(new TextDecoder().decode(answer.body));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: then it is the text that it is.
    return text;
  }
}

function rootMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : rootMessage(error.cause);
}
