/** Whether a receiver may be subscribed at an address: its canonical form, or a sentence that says why not. */
export type UrlVerdict =
  | { readonly ok: true; readonly url: string }
  | { readonly ok: false; readonly reason: string };

export interface ReceiverRules {
  /** Form, port and host, as they are written: a name is not resolved. Never rejects. */
  checkUrl(text: string): Promise<UrlVerdict>;
}
