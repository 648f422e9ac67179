import type { CheckAnswer } from '../../api-client/answer-check.ts';
import { createEndpointReader, type ReadEndpoint } from '../../api-client/endpoint-reader.ts';
import { noteAgeHeaders } from '../../api-client/note-age-headers.ts';
import type { Caller } from '../../base/caller.ts';
import type { Clock } from '../../base/clock.ts';
import { readAnswerJson } from './read-answer-json.ts';
import type { RemoteOffer } from './remote-offer.ts';
import { type RemoteSessions, sendSignedIn } from './remote-sessions.ts';

/** Reads the API as somebody. What is not offered is not asked for. */
export type ReaderOf = (caller: Caller) => ReadEndpoint;

interface ReaderDeps {
  readonly sessions: RemoteSessions;
  readonly offer: RemoteOffer;
  readonly check: CheckAnswer;
  readonly clock: Pick<Clock, 'now'>;
}

export function createRemoteReaders({ sessions, offer, check, clock }: ReaderDeps): ReaderOf {
  async function readJsonAs(caller: Caller, path: string): Promise<unknown> {
    const answer = await sendSignedIn(sessions, caller, { method: 'GET', path });
    const json = readAnswerJson(answer);
    noteAgeHeaders(answer.headers, clock.now());
    return json;
  }

  return (caller) => {
    const read = createEndpointReader((path) => readJsonAs(caller, path), check);
    return async (endpoint, query, id) => {
      await offer.expectOffered(endpoint);
      return read(endpoint, query, id);
    };
  };
}
