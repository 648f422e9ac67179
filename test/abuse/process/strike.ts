/** What goes wrong in the program because the suite says so. */
export type Strike =
  | { readonly where: 'main' | 'threads'; readonly how: 'throw' | 'reject' | 'exit' }
  /** The process of the page is gone. */
  | { readonly where: 'window' }
  /** From now on no thread can be ended: a step of stopping hangs. */
  | { readonly where: 'teardown' }
  /** Nothing: it answers how late the event loop was, in ms. */
  | { readonly where: 'lag' };
