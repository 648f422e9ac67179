import { useTranslation } from 'react-i18next';
import { ApiFailure } from '../lib/api-client.ts';
import { BridgeError } from '../lib/bridge-client.ts';

/** Says in words of the shop what failed; the raw message only where it names what the user can change. */
export function useStaffWords(): (error: unknown) => string {
  const { t } = useTranslation();
  return (error) => {
    if (!(error instanceof ApiFailure || error instanceof BridgeError)) return t('states.failed.internal');
    if (isUnreachable(error)) return t('states.failed.unreachable');
    const status = error instanceof ApiFailure ? error.status : error.failure.status;
    if (status === 401) return t('states.failed.signedOut');
    if (status === 502) return t('states.failed.platform');
    if (status !== null && status < 500) return t('states.failed.refused', { message: error.message });
    return t('states.failed.internal');
  };
}

function isUnreachable(error: ApiFailure | BridgeError): boolean {
  return error instanceof ApiFailure ? error.status === null : error.failure.code === 'unreachable';
}
