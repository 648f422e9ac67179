import type { FastifyInstance } from 'fastify';
import { changeLiveTill, type LiveTillState, readLiveTill } from '../../../shared/contract/window.ts';
import type { Caller } from '../../base/caller.ts';
import { isRemoteAccount } from '../../base/remote-accounts.ts';
import { addEndpoint } from '../routes/add-endpoint.ts';
import { requireManagerOfAll } from '../security/request-guard.ts';
import { ApiError } from '../server/api-error.ts';

export interface LiveTillRoutesDeps {
  /** `null` if there is no demo shop. */
  readonly liveTill: LiveTill | null;
}

/** The switch of the demo shop, for its users. */
export function addLiveTillRoutes(app: FastifyInstance, { liveTill }: LiveTillRoutesDeps): void {
  /** The demo shop does not belong to users of another platform. */
  const findTill = ({ accountId }: Caller) => (isRemoteAccount(accountId) ? null : liveTill);

  addEndpoint(app, readLiveTill, ({ caller }) => ({ till: findTill(caller)?.getState() ?? null }));

  addEndpoint(app, changeLiveTill, async ({ caller, body }) => {
    requireManagerOfAll(caller);
    const till = findTill(caller);
    if (till === null) throw new ApiError('forbidden', 'There is no demo shop here.');
    await till.change(body);
    return { till: till.getState() };
  });
}

/** The demo shop that sells by itself. */
export interface LiveTill {
  getState(): LiveTillState;
  /** Takes effect at once, after a sale that is being written. */
  change(state: LiveTillState): Promise<void>;
}
