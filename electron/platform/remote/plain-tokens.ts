import { login, refresh } from '../../../shared/contract/auth.ts';
import type { ApiClient } from '../../api-client/api-client.ts';
import { parseJson } from '../../api-client/parse-json.ts';
import { UpstreamFailure } from '../../api-client/upstream-failure.ts';

const SIGN_IN_PATHS: readonly string[] = [login.path, refresh.path];
/** What a header takes, and no more than a sealed grant may hold. */
const TOKEN_FORM = /^[\x21-\x7e]{1,2048}$/;

/** The client, of which an answer with a token that no header takes is a failure: it could never be sent. */
export function expectingPlainTokens(client: ApiClient): ApiClient {
  return {
    async send(call) {
      const answer = await client.send(call);
      const isIssue = answer.status === 200 && SIGN_IN_PATHS.includes(call.path);
      if (isIssue && !hasPlainToken(parseJson(answer.body))) throw new UpstreamFailure('unexpected');
      return answer;
    },
  };
}

function hasPlainToken(json: unknown): boolean {
  if (typeof json !== 'object' || json === null || !('token' in json)) return false;
  return typeof json.token === 'string' && TOKEN_FORM.test(json.token);
}
