import { fetchHost, type SendToHost } from '../lib/host/window-access.ts';

type Naming = (control: Element) => Readonly<Record<string, string>>;

/** Attributes for controls that have no name in Swagger UI or cannot be reached with the keyboard. */
const NAMINGS: Readonly<Record<string, Naming>> = {
  '.close-modal': () => ({ 'aria-label': 'Close' }),
  'textarea.body-param__text': () => ({ 'aria-label': 'Request body' }),
  'tr[data-param-name] :is(select, input, textarea)': (control) => ({ 'aria-label': getParameter(control) }),
  '.examples-select-element': () => ({ 'aria-label': 'Example' }),
  'pre.microlight': () => ({ tabindex: '0' }),
};

/** Sets these attributes on all matching controls below `root`, including those added later. */
export function nameControls(root: Element): void {
  const nameAll = () => {
    for (const [selector, naming] of Object.entries(NAMINGS)) {
      for (const control of root.querySelectorAll(selector)) setAttributes(control, naming(control));
    }
  };
  new MutationObserver(nameAll).observe(root, { childList: true, subtree: true });
  nameAll();
}

function getParameter(control: Element): string {
  return control.closest('tr')?.getAttribute('data-param-name') ?? '';
}

function setAttributes(element: Element, attributes: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (!element.hasAttribute(name)) element.setAttribute(name, value);
  }
}

/**
 * Adds a list of the page's sections before `root`, with each operation below its tag. Swagger UI renders them some
 * time after it is ready, so the list follows the page.
 */
export function addIndex(root: Element): void {
  const nav = document.createElement('nav');
  nav.className = 'index';
  nav.setAttribute('aria-label', 'On this page');
  root.before(nav);
  let listed = '';
  const list = () => {
    const sections = listSections(root);
    const key = JSON.stringify(sections);
    if (key === listed) return;
    listed = key;
    nav.replaceChildren(createList(sections));
  };
  new MutationObserver(list).observe(root, { childList: true, subtree: true });
  list();
}

interface IndexSection {
  readonly title: string;
  readonly id: string;
  readonly parts: readonly IndexSection[];
}

function listSections(root: Element): readonly IndexSection[] {
  const introduction = root.querySelector('.info');
  if (introduction) introduction.id ||= 'introduction';
  const chapters = [...root.querySelectorAll('.info .description h2')].map((heading, index) => {
    heading.id ||= `chapter-${index + 1}`;
    return { title: heading.textContent, id: heading.id, parts: [] };
  });
  const tags = [...root.querySelectorAll('.opblock-tag-section')].map((section) => {
    const heading = section.querySelector('.opblock-tag');
    return { title: heading?.getAttribute('data-tag') ?? '', id: heading?.id ?? '', parts: listOperations(section) };
  });
  // The section of webhook messages has no tag.
  const messages = [...root.querySelectorAll('.webhooks')].map((section) => {
    section.id ||= 'messages';
    return { title: 'Messages of webhooks', id: section.id, parts: listOperations(section) };
  });
  return [
    ...(introduction ? [{ title: 'Introduction', id: introduction.id, parts: chapters }] : []),
    ...tags,
    ...messages,
  ];
}

function listOperations(section: Element): readonly IndexSection[] {
  return [...section.querySelectorAll('.opblock')].map((operation) => ({
    title: `${getText(operation, '.opblock-summary-method')} ${getText(operation, '.opblock-summary-path')}`,
    id: operation.id,
    parts: [],
  }));
}

function getText(element: Element, selector: string): string {
  // Paths contain invisible breaks.
  return (element.querySelector(selector)?.textContent ?? '').replaceAll('\u200b', '');
}

function createList(sections: readonly IndexSection[]): HTMLElement {
  const list = document.createElement('ul');
  for (const { title, id, parts } of sections) {
    const link = document.createElement('a');
    link.textContent = title;
    link.href = `#${encodeURIComponent(id)}`;
    // Keeps the address, in which Swagger UI stores the open operation.
    link.addEventListener('click', (event) => {
      event.preventDefault();
      const target = document.getElementById(id);
      target?.scrollIntoView();
      target?.querySelector<HTMLElement>('button')?.focus({ preventScroll: true });
    });
    const item = document.createElement('li');
    item.append(link);
    if (parts.length > 0) item.append(createList(parts));
    list.append(item);
  }
  return list;
}

/**
 * Simplified parts of Swagger UI. There is one server, so no choice of servers. The address of an operation is text, as
 * a link inside its button cannot be reached. The licence would link to a public list that does not have it. Tokens are
 * never typed here.
 */
export const plainParts = {
  components: {
    ServersContainer: () => null,
    OAS31License: () => null,
    AuthorizeBtnContainer: () => null,
    authorizeOperationBtn: () => null,
    DeepLink: ({ text }: { readonly text: string }) => text,
  },
};

/** Users sign in in the window, which seals the password. */
export const withoutSignIn = {
  statePlugins: {
    spec: {
      wrapSelectors: {
        allowTryItOutFor: () => (_state: unknown, path: string) => !path.startsWith('/api/auth/'),
      },
    },
  },
};

interface Request {
  url: string;
  /** The function that Swagger UI sends the request with. */
  userFetch?: SendToHost;
}

/**
 * Redirects a request to the page's origin. The document has the IP address of the service, but the page may be open as
 * `localhost` or in the window, which makes calls as its signed-in user.
 */
export function toOwnOrigin(request: Request): Request {
  const { pathname, search } = new URL(request.url, window.location.origin);
  request.url = `${window.location.origin}${pathname}${search}`;
  request.userFetch = fetchHost;
  return request;
}

/** Sets the class for Swagger UI's dark theme, which the page has to set itself. */
export function followColorScheme(root: Element): void {
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const apply = () => root.classList.toggle('dark-mode', dark.matches);
  dark.addEventListener('change', apply);
  apply();
}
