interface TrustedTypePolicies {
  createPolicy(
    name: string,
    rules: Readonly<Record<'createHTML' | 'createScript' | 'createScriptURL', (text: string) => string>>,
  ): unknown;
}

declare global {
  interface Window {
    /** Absent in browsers that do not enforce trusted types. */
    readonly trustedTypes?: TrustedTypePolicies;
  }
}

/**
 * What the window's libraries hand to the page as HTML is plain text, such as the inline styles of Mantine. Anything with
 * a tag in it, and any script that is made from a text, is refused: the page would run text that comes from the
 * platform.
 */
export function guardMarkup(): void {
  const refuse = (sink: string) => {
    const refusal = new TypeError(`The window refuses ${sink} that a script wants to write into it.`);
    // Reported as well, since the script may catch what is thrown.
    reportError(refusal);
    throw refusal;
  };
  window.trustedTypes?.createPolicy('default', {
    createHTML: (text) => (text.includes('<') ? refuse('markup') : text),
    createScript: () => refuse('a script'),
    createScriptURL: () => refuse('the address of a script'),
  });
}
