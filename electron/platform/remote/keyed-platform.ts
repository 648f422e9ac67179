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
  /** Warned of rows that are left out, and of parameters that do not hold. */
  readonly log: Pick<Log, 'warn'>;
}

export interface KeyedPlatform extends Pick<Platform, keyof Platform & keyof RemoteReads> {
  capabilitiesOf(): Promise<Pick<PlatformCapabilities, 'roundsRows' | 'keyedLists'>>;
}

/** What a deployment of this API gives to read with a key; every answer is checked. */
export function createKeyedPlatform({ send, clock, log }: KeyedPlatformDeps): KeyedPlatform {
  const client = { send: ({ path }: { readonly path: string }) => send(path) };
  const offer = createRemoteOffer({ client, send: null, clock, log: NO_LOG, limits: REMOTE_LIMITS });
  const readJson = createKeyedReader(send);
  const {
    readerOf: _,
    missingParameters: __,
    ...reads
  } = createRemoteReads({
    readJsonAs: (_caller, path) => readJson(path),
    check: createAnswerCheck(createAnswerNotes({ log, clock })),
    // What is missing answers 404: a description is read for the parameters that need one.
    offer: { ...offer, expectOffered: async () => undefined },
    ...{ clock, log, limits: REMOTE_LIMITS },
  });
  // Nothing says how the service at that address rounds.
  return { ...reads, capabilitiesOf: async () => ({ roundsRows: true }) };
}
