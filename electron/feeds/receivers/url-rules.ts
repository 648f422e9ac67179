import type { Clock } from '../../session/clock.ts';
import type { GateRefusal, ReceiverGate } from './receiver-gate.ts';
import type { ReceiverRules, UrlVerdict } from './receiver-rules.ts';
import { readReceiverTarget } from './receiver-target.ts';
import type { ResolveAddresses } from './resolve-addresses.ts';

export interface UrlRuleParts {
  readonly gate: ReceiverGate;
  readonly resolve: ResolveAddresses;
  readonly clock: Clock;
}

/** The person who asks waits for it. */
const RESOLVE_MAX_MS = 5_000;

const CAN_BE_ALLOWED = 'the person who runs Tilldesk can allow it in webhook-receivers.json';
const REASONS: Readonly<Record<GateRefusal, string>> = {
  own_program: 'url must not lead to Tilldesk itself.',
  not_public: `url must not lead to an address that is not public; ${CAN_BE_ALLOWED}.`,
  local_name: `url must not name a host of the own computer or network; ${CAN_BE_ALLOWED}.`,
};

/** A name that does not resolve now is let through: it is checked again at each connection. */
export function createUrlRules({ gate, resolve, clock }: UrlRuleParts): ReceiverRules {
  const addressesNow = (name: string): Promise<readonly string[]> =>
    new Promise((answer) => {
      const stopTimer = clock.after(RESOLVE_MAX_MS, () => answer([]));
      resolve(name)
        .catch(() => [])
        .then(answer)
        .finally(stopTimer);
    });

  return {
    async checkUrl(text) {
      const reading = readReceiverTarget(text);
      if (!reading.ok) return reading;
      const { target } = reading;
      const refusal = gate.refusalOfHost(target);
      if (refusal !== null) return refused(refusal);
      if (target.isLiteral) return { ok: true, url: target.url };
      const late = gate.refusalOfAddresses(target, await addressesNow(target.host));
      return late === null ? { ok: true, url: target.url } : refused(late);
    },
  };
}

function refused(refusal: GateRefusal): UrlVerdict {
  return { ok: false, reason: REASONS[refusal] };
}
