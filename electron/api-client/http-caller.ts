import { readMe } from '../../shared/contract/auth.ts';
import type { Caller } from '../base/caller.ts';
import { createEndpointReader, type ReadJson } from './endpoint-reader.ts';

/** The service does not tell by which id it keeps an account. */
const ACCOUNT_ELSEWHERE = 0;

/** Whom the service takes the reader for. Throws `PlatformError`. */
export async function readHttpCaller(readJson: ReadJson): Promise<Caller> {
  const { account, user, roles, locked_location } = await createEndpointReader(readJson)(readMe);
  return {
    accountId: ACCOUNT_ELSEWHERE,
    userId: user.id,
    account,
    name: user.name,
    email: user.email,
    roles,
    lockedLocation: locked_location,
  };
}
