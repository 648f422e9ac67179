import { createAnswerCheck } from '../../api-client/endpoint-reader.ts';
import type { Clock } from '../../base/clock.ts';
import { type Log, NO_LOG } from '../../base/log.ts';
import type { Platform, PlatformCapabilities } from '../platform.ts';
import { createAnswerNotes } from './answer-notes.ts';
import { createKeyedReader, type SendRead } from './keyed-reader.ts';
import { REMOTE_LIMITS } from './remote-client.ts';
import { createRemoteOffer } from './remote-offer.ts';
import { createRemoteReads, type RemoteReads } from './remote-reads.ts';

interface KeyedPlatformDeps {
  readonly send: SendRead;
  readonly clock: Clock;
  /** Receives warnings about left-out rows and ignored parameters. */
  readonly log: Pick<Log, 'warn'>;
}

export interface KeyedPlatform extends Pick<Platform, keyof Platform & keyof RemoteReads> {
  getCapabilities(): Promise<Pick<PlatformCapabilities, 'roundsRows' | 'keyedLists'>>;
}

/** Reads a deployment of this API with an API key. Every answer is checked. */
export function createKeyedPlatform({ send, clock, log }: KeyedPlatformDeps): KeyedPlatform {
  const client = { send: ({ path }: { readonly path: string }) => send(path) };
  const offer = createRemoteOffer({ client, send: null, clock, log: NO_LOG, limits: REMOTE_LIMITS });
  const readJson = createKeyedReader(send);
  const {
    getReader: _,
    readMissingParameters: __,
    ...reads
  } = createRemoteReads({
    readJsonAs: (_caller, path) => readJson(path),
    check: createAnswerCheck(createAnswerNotes({ log, clock })),
    // An endpoint that is missing answers 404. The description is only read for parameters that must be described.
    offer: { ...offer, assertOffered: async () => undefined },
    ...{ clock, log, limits: REMOTE_LIMITS },
  });
  // The service does not say how it rounds.
  return { ...reads, getCapabilities: async () => ({ roundsRows: true }) };
}
