import type { CheckAnswer } from '../../over-http/answer-check.ts';
import { createEndpointReader, type ReadEndpoint } from '../../over-http/endpoint-reader.ts';
import type { Caller } from '../platform.ts';
import { PlatformError } from '../platform-error.ts';
import { readAnswerJson } from './read-answer-json.ts';
import { sessionEnded } from './remote-errors.ts';
import type { RemoteOffer } from './remote-offer.ts';
import type { RemoteSessions } from './remote-sessions.ts';

/** Reads the API as somebody. What is not offered is not asked for. */
export type ReaderOf = (caller: Caller) => ReadEndpoint;

interface ReaderDeps {
  readonly sessions: RemoteSessions;
  readonly offer: RemoteOffer;
  readonly check: CheckAnswer;
}

export function createRemoteReaders({ sessions, offer, check }: ReaderDeps): ReaderOf {
  async function readJsonAs(caller: Caller, path: string): Promise<unknown> {
    try {
      return readAnswerJson(await sessions.send(caller, { method: 'GET', path }));
    } catch (error) {
      // To whoever is signed in here it is one: they have to sign in again.
      const isRefused = error instanceof PlatformError && error.code === 'credentials_refused';
      throw isRefused ? sessionEnded() : error;
    }
  }

  return (caller) => {
    const read = createEndpointReader((path) => readJsonAs(caller, path), check);
    return async (endpoint, query, id) => {
      await offer.expectOffered(endpoint);
      return read(endpoint, query, id);
    };
  };
}
