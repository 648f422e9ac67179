/** Why something is not done with a webhook. The message is for the client. */
export class WebhookRefusal extends Error {
  override readonly name = 'WebhookRefusal';
  /** Seconds after which another try is let through; null where the request itself has to be mended. */
  readonly retryAfterS: number | null;

  constructor(message: string, retryAfterS: number | null = null) {
    super(message);
    this.retryAfterS = retryAfterS;
  }
}
