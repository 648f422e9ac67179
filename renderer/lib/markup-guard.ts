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
 * The window's libraries write only plain text as HTML, such as the inline styles of Mantine. Refuses anything with a
 * tag and any script made from a text, because the page would run text that comes from the platform.
 */
export function guardMarkup(): void {
  const refuse = (sink: string) => {
    const refusal = new TypeError(`The window refuses ${sink} that a script wants to write into it.`);
    // Also reported, as the script may catch the error.
    reportError(refusal);
    throw refusal;
  };
  window.trustedTypes?.createPolicy('default', {
    createHTML: (text) => (text.includes('<') ? refuse('markup') : text),
    createScript: () => refuse('a script'),
    createScriptURL: () => refuse('the address of a script'),
  });
}
