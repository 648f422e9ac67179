import type { TFunction } from 'i18next';
import { useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CopyRefusal, findCopyRefusal } from '../../shared/copy-refusal.ts';
import { findPlatformProblem } from '../../shared/platform-address.ts';
import { ApiFailure, CallFailure } from './host/api-client.ts';
import { BridgeError } from './host/bridge-client.ts';
import { ShutOut } from './host/window-access.ts';
import { notify } from './notify.ts';

/** A message for staff about a failure. The raw message is only for the technical details. */
export function useFailureMessage(): (error: unknown) => string {
  const { t } = useTranslation();
  return (error) => {
    if (error instanceof ShutOut) {
      return t(error.wasOpenedTwice ? 'states.failed.openedTwice' : 'states.failed.restarted');
    }
    if (error instanceof ApiFailure) return formatApiFailure(error, t);
    return error instanceof BridgeError ? formatBridgeFailure(error, t) : t('states.failed.internal');
  };
}

function formatBridgeFailure({ failure }: BridgeError, t: TFunction): string {
  const { reason, excess, message } = failure;
  if (reason) {
    const text = t(`exports.reason.${reason}`, { message });
    if (!excess) return text;
    const { rows, maxRows } = excess;
    return `${text} ${t('exports.excess', { rows, maxRows })}`;
  }
  if (failure.platformProblem === 'unreachable') return t('states.failed.platformAway');
  if (failure.code === 'unreachable') return t('states.failed.unreachable');
  return failure.status === null ? t('states.failed.internal') : formatApiFailure(failure, t);
}

/**
 * 503: the service is not ready, or the host got no answer from it. An export states its own reason instead, see
 * `exports.reason`.
 */
function formatApiFailure(answer: Pick<ApiFailure, 'status' | 'message' | 'requestId'>, t: TFunction): string {
  const { status, message, requestId } = answer;
  if (status === null || status === 503) return t('states.failed.unreachable');
  if (status === 401) return t('states.failed.signedOut');
  if (status === 429) return t('states.failed.tooMany');
  if (status === 502) {
    const refusal = findCopyRefusal(message);
    if (refusal !== null) return t(REFUSALS[refusal]);
    const isAway = findPlatformProblem(message) === 'unreachable';
    return t(isAway ? 'states.failed.platformAway' : 'states.failed.platform');
  }
  if (status >= 400 && status < 500) {
    const choice = findRefusedChoice(message);
    if (choice !== null && message.includes(' is not possible at ')) {
      return t('states.failed.missingChoice', { name: t(`states.failed.choice.${choice}`) });
    }
    return choice === null
      ? t('states.failed.refused')
      : t('states.failed.refusedChoice', { name: t(`states.failed.choice.${choice}`) });
  }
  return requestId === null ? t('states.failed.internal') : t('states.failed.internalWithNumber');
}

/** Parameters that the API may refuse. */
const CHOICES = [
  ...(['from', 'to', 'shop_id', 'location_id', 'product_group_id', 'product_id', 'customer_id'] as const),
  ...(['tax_rate_id', 'provider_method_type_id', 'status', 'payment_term', 'is_paid', 'sort', 'q'] as const),
  ...(['stock', 'priced', 'segment_id', 'has_open_invoices', 'include'] as const),
];

/** The parameter that the API refused: its messages begin with the name. */
function findRefusedChoice(message: string): (typeof CHOICES)[number] | null {
  const [first] = message.split(/[ =]/, 1);
  return CHOICES.find((choice) => choice === first) ?? null;
}

const REFUSALS = {
  'being-read': 'states.copyRefusal.beingRead',
  'no-orders': 'states.copyRefusal.noOrders',
  'no-products': 'states.copyRefusal.noProducts',
  'unreadable-orders': 'states.copyRefusal.unreadableOrders',
  'unnamed-orders': 'states.copyRefusal.unnamedOrders',
  'no-locations': 'states.copyRefusal.noLocations',
} as const satisfies Record<CopyRefusal, string>;

/** Why a copy did not answer; `null` if the error has another cause. */
export function findErrorRefusal(error: unknown): CopyRefusal | null {
  return error instanceof CallFailure && error.status === 502 ? findCopyRefusal(error.message) : null;
}

/** Whether the copy is still reading the data from the platform. The answer then comes without another action. */
export function isBeingRead(error: unknown): boolean {
  return findErrorRefusal(error) === 'being-read';
}

/** Notifies the user of a failed action that no part of the page shows. */
export function useNotifyFailure(): (error: unknown) => void {
  const formatFailure = useFailureMessage();
  const notify = useNotifyProblem();
  return (error) => notify(formatFailure(error));
}

/** Notifies the user of a failed action with the given message. */
export function useNotifyProblem(): (message: string) => void {
  return (message) => notify(message, { color: 'red', autoClose: false });
}

const TICK_MS = 1000;

/** Seconds until the user should retry, counting down to 0. */
export function useRetryWait(error: Error | null): number {
  const waitS = getRetryAfterS(error) ?? 0;
  const [leftS, setLeftS] = useState(waitS);
  // A layout effect, so that the button is never enabled in between. A new `error` restarts the wait.
  useLayoutEffect(() => {
    setLeftS(waitS);
    if (error === null || waitS === 0) return;
    // A monotonic clock, as the time of day may be set back meanwhile.
    const endsAt = performance.now() + waitS * 1000;
    const timer = setInterval(() => {
      const left = Math.max(0, Math.ceil((endsAt - performance.now()) / 1000));
      if (left === 0) clearInterval(timer);
      setLeftS(left);
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [error, waitS]);
  return leftS;
}

/** `null` if neither the host nor the API named a time. */
export function getRetryAfterS(error: Error | null): number | null {
  return error instanceof CallFailure ? error.retryAfterS : null;
}
