import { Webhook } from 'standardwebhooks';
import type { SentMessage } from '../../support/recording-sender.ts';
import { isGenuine } from '../../unit/webhooks/second-verifier.ts';
import type { SuiteRun } from '../harness/suite.ts';

/** Which secrets the receiver of an address may check with. */
export interface SignatureWatch {
  expect(url: string, secret: string): void;
  /** From now on the new secret signs, and until that moment the one of before as well. */
  rotated(url: string, secret: string, oldUntil: number): void;
  /** As a receiver checks, twice: at the moment of the attempt, with each of the secrets. */
  check(message: SentMessage): void;
}

interface Known {
  readonly secret: string;
  /** null for the one that signs without an end. */
  readonly until: number | null;
}

export function createSignatureWatch(run: SuiteRun): SignatureWatch {
  const knownOf = new Map<string, readonly Known[]>();
  const bodies = new Map<string, string>();

  function judge(message: SentMessage, { secret, until }: Known): void {
    const isToSign = until === null || message.at < until;
    const isSigned = [isGenuine(message, secret, message.at), verifies(message, secret)];
    run.count('signatures checked', 2);
    const wrong = isSigned.filter((isAccepted) => isAccepted !== isToSign).length;
    run.breach('signature failures', `${message.url}: a secret ${isToSign ? 'does not sign' : 'still signs'}`, wrong);
  }

  return {
    expect: (url, secret) => void knownOf.set(url, [{ secret, until: null }]),
    rotated(url, secret, oldUntil) {
      const before = (knownOf.get(url) ?? []).map(({ secret: old, until }) => ({
        secret: old,
        until: until ?? oldUntil,
      }));
      knownOf.set(url, [...before, { secret, until: null }]);
    },
    check(message) {
      const { headers, body, at, url, id } = message;
      for (const known of knownOf.get(url) ?? []) judge(message, known);
      const isTimely = headers['webhook-timestamp'] === String(Math.floor(at / 1000));
      run.breach('timestamp is not that of the attempt', `${url}: ${headers['webhook-timestamp']}`, isTimely ? 0 : 1);
      const isSame = (bodies.get(id) ?? body) === body && !id.includes('.');
      bodies.set(id, body);
      run.breach('a retry is another message', url, isSame ? 0 : 1);
      run.hear('a message', `${JSON.stringify(headers)}${body}`);
    },
  };
}

/** The published library goes by the clock of the machine. */
function verifies({ headers, body, at }: SentMessage, secret: string): boolean {
  const { now } = Date;
  Date.now = () => at;
  try {
    new Webhook(secret).verify(body, { ...headers }, { jsonParse: false });
    return true;
  } catch {
    return false;
  } finally {
    Date.now = now;
  }
}
