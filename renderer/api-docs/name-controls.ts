type Naming = (control: Element) => Readonly<Record<string, string>>;

/** What Swagger UI leaves without a name, or out of reach of the keyboard. */
const NAMINGS: Readonly<Record<string, Naming>> = {
  '.close-modal': () => ({ 'aria-label': 'Close' }),
  'textarea.body-param__text': () => ({ 'aria-label': 'Request body' }),
  'tr[data-param-name] :is(select, input, textarea)': (control) => ({ 'aria-label': parameterOf(control) }),
  '.examples-select-element': () => ({ 'aria-label': 'Example' }),
  'pre.microlight': () => ({ tabindex: '0' }),
};

/** Gives them to everything below `root`, now and later. */
export function nameControls(root: Element): void {
  const nameAll = () => {
    for (const [selector, naming] of Object.entries(NAMINGS)) {
      for (const control of root.querySelectorAll(selector)) setAttributes(control, naming(control));
    }
  };
  new MutationObserver(nameAll).observe(root, { childList: true, subtree: true });
  nameAll();
}

function parameterOf(control: Element): string {
  return control.closest('tr')?.getAttribute('data-param-name') ?? '';
}

function setAttributes(element: Element, attributes: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (!element.hasAttribute(name)) element.setAttribute(name, value);
  }
}
