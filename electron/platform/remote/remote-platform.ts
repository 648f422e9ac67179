import { createAnswerCheck, recordAgeHeaders } from '../../api-client/endpoint-reader.ts';
import type { Caller } from '../../base/caller.ts';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { AccountsAt, RemoteUsers } from '../../base/remote-accounts.ts';
import type { Platform } from '../platform.ts';
import type { PlatformWebhooks } from '../platform-webhooks.ts';
import { createAnswerNotes } from './answer-notes.ts';
import { readRemoteChanges } from './remote-changes.ts';
import { createRemoteClient, REMOTE_LIMITS, type RemoteLimits } from './remote-client.ts';
import { readAnswerJson } from './remote-errors.ts';
import { createRemoteOffer } from './remote-offer.ts';
import { createRemoteReads } from './remote-reads.ts';
import { createRemoteSessions } from './remote-sessions.ts';
import { createRemoteSignIn } from './remote-sign-in.ts';
import { createRemoteWebhooks } from './remote-webhooks.ts';

export interface RemotePlatformDeps {
  /** `https://till.example/shop`. `http:` is allowed for this computer only. */
  readonly address: string;
  readonly accounts: AccountsAt;
  /** Numbers users of deployments that return no user id. */
  readonly users: RemoteUsers;
  readonly clock: Clock;
  readonly log: Log;
  /** CA certificates (PEM) that may vouch for the other deployment. */
  readonly authorities: readonly string[];
  readonly limits?: Partial<RemoteLimits>;
}

export interface RemotePlatform extends Platform {
  readonly webhooks: PlatformWebhooks;
  /** Clears all credentials and ends every connection. */
  close(): void;
}

/**
 * Creates the platform of another deployment. Every answer is checked. Throws `PlatformError` `rejected` if the address
 * is not allowed.
 */
export function createRemotePlatform(deps: RemotePlatformDeps): RemotePlatform {
  const limits = { ...REMOTE_LIMITS, ...deps.limits };
  const { clock, log } = deps;
  const own = { ...deps, limits, check: createAnswerCheck(createAnswerNotes({ log, clock })) };
  const client = createRemoteClient(own);
  const sessions = createRemoteSessions({ ...own, client });
  const offer = createRemoteOffer({ ...own, client: client.anonymous, send: sessions.send });

  async function readJsonAs(caller: Caller, path: string): Promise<unknown> {
    const answer = await sessions.send(caller, { method: 'GET', path });
    const json = readAnswerJson(answer);
    recordAgeHeaders(answer.headers, clock.now());
    return json;
  }

  const { getReader, readMissingParameters, ...reads } = createRemoteReads({ ...own, readJsonAs, offer });

  return {
    ...createRemoteSignIn({ ...own, client, sessions }),
    webhooks: createRemoteWebhooks({ ...own, sessions, offer }),
    async getCapabilities(caller) {
      const missing = await readMissingParameters(caller);
      return { ...(await offer.getCapabilities(caller)), roundsRows: true, missingParameters: missing };
    },
    ...reads,
    readChanges: (caller, feed, query) => readRemoteChanges(getReader(caller), feed, query),

    close() {
      sessions.end();
      client.close();
    },
  };
}
