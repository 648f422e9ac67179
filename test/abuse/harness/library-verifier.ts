import { Webhook } from 'standardwebhooks';

interface SignedMessage {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
}

/** Whether the published library accepts a message at this moment; it reads the clock of the machine. */
export function isAcceptedByLibrary({ headers, body }: SignedMessage, secret: string, at = Date.now()): boolean {
  const { now } = Date;
  Date.now = () => at;
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>, { jsonParse: false });
    return true;
  } catch {
    return false;
  } finally {
    Date.now = now;
  }
}
