import type { GateRefusal, ReceiverGate } from './receiver-gate.ts';
import type { ReceiverRules } from './receiver-rules.ts';
import { readReceiverTarget } from './receiver-target.ts';

const CAN_BE_ALLOWED = 'the person who runs Tilldesk can allow it in webhook-receivers.json';
const REASONS: Readonly<Record<GateRefusal, string>> = {
  own_program: 'url must not lead to Tilldesk itself.',
  not_public: `url must not lead to an address that is not public; ${CAN_BE_ALLOWED}.`,
  local_name: `url must not name a host of the own computer or network; ${CAN_BE_ALLOWED}.`,
};

/**
 * Judges a URL by what it says itself. A name is not resolved: the answer would tell whoever asks which names the network
 * behind this computer has. Its addresses are judged at each connection, see checked-lookup.ts.
 */
export function createUrlRules(gate: Pick<ReceiverGate, 'refusalOfHost'>): ReceiverRules {
  return {
    async checkUrl(text) {
      const reading = readReceiverTarget(text);
      if (!reading.ok) return reading;
      const refusal = gate.refusalOfHost(reading.target);
      return refusal === null
        ? { ok: true, url: reading.target.url }
        : { ok: false, reason: REASONS[refusal] };
    },
  };
}
