import type { CheckAnswer } from '../../over-http/answer-check.ts';
import { createEndpointReader, type ReadEndpoint } from '../../over-http/endpoint-reader.ts';
import { noteAgeHeaders } from '../../over-http/note-age-headers.ts';
import type { Clock } from '../../session/clock.ts';
import type { Caller } from '../platform.ts';
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
