import type { TFunction } from 'i18next';
import { useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CopyRefusal, findCopyRefusal } from '../../shared/copy-refusal.ts';
import { findPlatformProblem } from '../../shared/platform-address.ts';
import { ApiFailure, CallFailure } from './host/api-client.ts';
import { BridgeError } from './host/bridge-client.ts';
import { ShutOut } from './host/window-access.ts';
import { notify } from './notify.ts';

/** A message for staff about a failure; the raw message is for the technical details only. */
export function useFailureMessage(): (error: unknown) => string {
  const { t } = useTranslation();
  return (error) => {
    if (error instanceof ShutOut) {
      return t(error.wasOpenedTwice ? 'states.failed.openedTwice' : 'states.failed.restarted');
    }
    if (error instanceof ApiFailure) return answerMessage(error, t);
    return error instanceof BridgeError ? bridgeMessage(error, t) : t('states.failed.internal');
  };
}

function bridgeMessage({ failure }: BridgeError, t: TFunction): string {
  const { reason, excess, message } = failure;
  if (reason) {
    const text = t(`exports.reason.${reason}`, { message });
    if (!excess) return text;
    const { rows, maxRows } = excess;
    return `${text} ${t('exports.excess', { rows, maxRows })}`;
  }
  if (failure.platformProblem === 'unreachable') return t('states.failed.platformAway');
  if (failure.code === 'unreachable') return t('states.failed.unreachable');
  return failure.status === null ? t('states.failed.internal') : answerMessage(failure, t);
}

/** 503 is the host's own answer when the service behind it gives none. */
function answerMessage(answer: Pick<ApiFailure, 'status' | 'message' | 'requestId'>, t: TFunction): string {
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
    const choice = refusedChoiceOf(message);
    if (choice !== null && message.includes(' is not possible at ')) {
      return t('states.failed.missingChoice', { name: t(`states.failed.choice.${choice}`) });
    }
    return choice === null
      ? t('states.failed.refused')
      : t('states.failed.refusedChoice', { name: t(`states.failed.choice.${choice}`) });
  }
  return requestId === null ? t('states.failed.internal') : t('states.failed.internalWithNumber');
}

/** The choices of the window that the API may refuse, by their names there. */
const CHOICES = [
  ...(['from', 'to', 'shop_id', 'location_id', 'product_group_id', 'product_id', 'customer_id'] as const),
  ...(['tax_rate_id', 'provider_method_type_id', 'status', 'payment_term', 'is_paid', 'sort', 'q'] as const),
  ...(['stock', 'priced', 'segment_id', 'has_open_invoices', 'include'] as const),
];

/** Which choice the API refuses: its sentences begin with the name of the parameter. */
function refusedChoiceOf(message: string): (typeof CHOICES)[number] | null {
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

/** Why a copy did not answer; null for a failure. */
export function copyRefusalOfError(error: unknown): CopyRefusal | null {
  return error instanceof CallFailure && error.status === 502 ? findCopyRefusal(error.message) : null;
}

/** Whether an answer is missing because it is still being read of the platform: it comes by itself. */
export function isBeingRead(error: unknown): boolean {
  return copyRefusalOfError(error) === 'being-read';
}

/** Notifies the user of a failed action, where no part of the page shows it. */
export function useNotifyFailure(): (error: unknown) => void {
  const messageOf = useFailureMessage();
  const notify = useNotifyProblem();
  return (error) => notify(messageOf(error));
}

/** Notifies the user of a failed action with a message of its own. */
export function useNotifyProblem(): (message: string) => void {
  return (message) => notify(message, { color: 'red', autoClose: false });
}

const TICK_MS = 1000;

/** Seconds until another try is worth it, counting down; 0 when that is now. */
export function useRetryWait(error: Error | null): number {
  const waitS = retryAfterS(error) ?? 0;
  const [leftS, setLeftS] = useState(waitS);
  // Before the page is drawn, so that the button is never enabled in between. A new `error` restarts the wait.
  useLayoutEffect(() => {
    setLeftS(waitS);
    if (error === null || waitS === 0) return;
    // A monotonic clock: the time of day may be set back meanwhile.
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

/** Null where host and API named no time to wait. */
export function retryAfterS(error: Error | null): number | null {
  return error instanceof CallFailure ? error.retryAfterS : null;
}
