/** Whether a receiver may be subscribed at an address: its canonical form, or a sentence that says why not. */
export type UrlVerdict =
  | { readonly ok: true; readonly url: string }
  | { readonly ok: false; readonly reason: string };

export interface ReceiverRules {
  /** Form, port and host; a name is resolved, and refused where one of its addresses is not public. Never rejects. */
  checkUrl(text: string): Promise<UrlVerdict>;
}
