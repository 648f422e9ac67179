import type { FastifyInstance } from 'fastify';
import { formatTimestamp } from '../../../shared/calendar.ts';
import type { CopyAction, CopyStatus } from '../../../shared/contract/connection.ts';
import type { CopyView } from '../../../shared/contract/window.ts';
import {
  controlCopy,
  emptyCopies,
  readConnection,
  readCopies,
  readMissingParameters,
} from '../../../shared/contract/window.ts';
import type { Caller } from '../../base/caller.ts';
import { isRemoteAccount } from '../../base/remote-accounts.ts';
import type { Platform } from '../../platform/platform.ts';
import { addEndpoint } from '../routes/add-endpoint.ts';
import { parseBearer } from '../security/request-guard.ts';
import { ApiError } from '../server/api-error.ts';

/** The copies of other platforms that are stored on this computer. */
export interface CopyDirectory {
  list(): Promise<readonly StoredCopy[]>;
  /** Throws if the system refuses to remove a file. The others are still removed. */
  removeAll(): Promise<{ readonly bytes: number }>;
  /** The base address of the platform of an account; `null` for the built-in one. */
  findAddress(accountId: number): Promise<string | null>;
  /** The copy of this user at their platform; `null` if there is none. */
  getStatus(caller: Caller): Promise<CopyStatus | null>;
  control(caller: Caller, action: CopyAction): Promise<void>;
}

interface StoredCopy {
  readonly baseUrl: string;
  readonly account: string;
  /** When the platform answered last, in milliseconds since the epoch. */
  readonly confirmedAt: number;
  readonly bytes: number;
}

export interface CopiesRoutesDeps {
  readonly copies: CopyDirectory;
  readonly platform: Platform;
}

/**
 * Copies belong to the computer, as the settings do: any signed-in user may list and empty them, even while their
 * platform is unreachable. Only the user of a copy may see what it contains and control it.
 */
export function addCopiesRoutes(app: FastifyInstance, { copies, platform }: CopiesRoutesDeps): void {
  addEndpoint(app, readCopies, async ({ readHeader }) => {
    requireBearer(readHeader('authorization'));
    return groupByAccount(await copies.list());
  });

  addEndpoint(app, emptyCopies, async ({ readHeader }) => {
    requireBearer(readHeader('authorization'));
    const { bytes } = await copies.removeAll();
    return { bytes };
  });

  addEndpoint(app, readMissingParameters, async ({ caller }) => {
    const { missingParameters } = await platform.getCapabilities(caller);
    return missingParameters;
  });

  addEndpoint(app, readConnection, async ({ caller }) => {
    const address = await copies.findAddress(caller.accountId);
    const copy = address === null ? null : await copies.getStatus(caller);
    return { platform: address, account: caller.account, copy };
  });

  addEndpoint(app, controlCopy, async ({ caller, body: { action } }) => {
    if (!isRemoteAccount(caller.accountId)) {
      throw new ApiError('bad_request', 'The built-in platform has no copy.');
    }
    await copies.control(caller, action);
    return null;
  });
}

/** Only the session of the window calls this service, and it has a token if somebody is signed in. */
function requireBearer(authorization: readonly string[]): void {
  if (parseBearer(authorization) === null) throw new ApiError('unauthorized', 'Sign in first.');
}

/** One entry for each account, without the names of its users; the latest first. */
function groupByAccount(copies: readonly StoredCopy[]): CopyView[] {
  const groups = Map.groupBy(copies, ({ baseUrl, account }) => JSON.stringify([baseUrl, account]));
  return [...groups.values()]
    .map((own) => ({ own, heardAt: Math.max(...own.map(({ confirmedAt }) => confirmedAt)) }))
    .sort((a, b) => b.heardAt - a.heardAt)
    .flatMap(({ own, heardAt }) =>
      own.slice(0, 1).map(({ baseUrl, account }) => ({
        ...{ platform: baseUrl, account, users: own.length, updatedAt: formatTimestamp(heardAt) },
        bytes: own.reduce((sum, { bytes }) => sum + bytes, 0),
      })),
    );
}
