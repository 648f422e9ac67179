import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { platformTroubleOf } from '../../shared/platform-trouble.ts';
import { ApiFailure } from './host/api-client.ts';
import { BridgeError } from './host/bridge-client.ts';
import { ShutOut } from './host/window-access.ts';
import { useFormat } from './language.ts';
import type { NumberFormat } from './number-format.ts';

/** Says in words of the shop what failed; the raw message is for the technical details alone. */
export function useStaffWords(): (error: unknown) => string {
  const { t } = useTranslation();
  const { quantity } = useFormat();
  return (error) => {
    if (error instanceof ShutOut) {
      return t(error.wasOpenedTwice ? 'states.failed.openedTwice' : 'states.failed.shutOut');
    }
    if (error instanceof ApiFailure) return answerWords(error, t);
    return error instanceof BridgeError ? bridgeWords(error, t, quantity) : t('states.failed.internal');
  };
}

function bridgeWords({ failure }: BridgeError, t: TFunction, quantity: NumberFormat['quantity']): string {
  const { reason, excess, message } = failure;
  if (reason) {
    const words = t(`exports.reason.${reason}`, { message });
    if (!excess) return words;
    const { rows, maxRows } = excess;
    return `${words} ${t('exports.excess', { rows: quantity(rows), maxRows: quantity(maxRows) })}`;
  }
  if (failure.platformTrouble === 'unreachable') return t('states.failed.platformAway');
  if (failure.code === 'unreachable') return t('states.failed.unreachable');
  return failure.status === null ? t('states.failed.internal') : answerWords(failure, t);
}

/** 503 is the host's own answer when the service behind it gives none. */
function answerWords(answer: Pick<ApiFailure, 'status' | 'message' | 'requestId'>, t: TFunction): string {
  const { status, message, requestId } = answer;
  if (status === null || status === 503) return t('states.failed.unreachable');
  if (status === 401) return t('states.failed.signedOut');
  if (status === 429) return t('states.failed.tooMany');
  if (status === 502) {
    const isAway = platformTroubleOf(message) === 'unreachable';
    return t(isAway ? 'states.failed.platformAway' : 'states.failed.platform');
  }
  if (status >= 400 && status < 500) return t('states.failed.refused');
  return requestId === null ? t('states.failed.internal') : t('states.failed.internalWithNumber');
}
