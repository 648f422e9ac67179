import { fetchHost, type SendToHost } from '../lib/host/window-access.ts';

type Naming = (control: Element) => Readonly<Record<string, string>>;

/** Controls that Swagger UI leaves without a name or that the keyboard cannot reach, with the attributes that they get. */
const NAMINGS: Readonly<Record<string, Naming>> = {
  '.close-modal': () => ({ 'aria-label': 'Close' }),
  'textarea.body-param__text': () => ({ 'aria-label': 'Request body' }),
  'tr[data-param-name] :is(select, input, textarea)': (control) => ({ 'aria-label': parameterOf(control) }),
  '.examples-select-element': () => ({ 'aria-label': 'Example' }),
  'pre.microlight': () => ({ tabindex: '0' }),
};

/** Sets these attributes on all matching controls below `root`, also on those that are added later. */
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

/**
 * Puts a list of the page's sections before `root`, each operation under its tag. Swagger UI draws them some time after it
 * has said that it is ready, so the list follows what is on the page.
 */
export function addIndex(root: Element): void {
  const nav = document.createElement('nav');
  nav.className = 'index';
  nav.setAttribute('aria-label', 'On this page');
  root.before(nav);
  let listed = '';
  const list = () => {
    const sections = sectionsOf(root);
    const key = JSON.stringify(sections);
    if (key === listed) return;
    listed = key;
    nav.replaceChildren(listOf(sections));
  };
  new MutationObserver(list).observe(root, { childList: true, subtree: true });
  list();
}

interface IndexSection {
  readonly title: string;
  readonly id: string;
  readonly parts: readonly IndexSection[];
}

function sectionsOf(root: Element): readonly IndexSection[] {
  const introduction = root.querySelector('.info');
  if (introduction) introduction.id ||= 'introduction';
  const chapters = [...root.querySelectorAll('.info .description h2')].map((heading, index) => {
    heading.id ||= `chapter-${index + 1}`;
    return { title: heading.textContent, id: heading.id, parts: [] };
  });
  const tags = [...root.querySelectorAll('.opblock-tag-section')].map((section) => {
    const heading = section.querySelector('.opblock-tag');
    return { title: heading?.getAttribute('data-tag') ?? '', id: heading?.id ?? '', parts: operationsIn(section) };
  });
  // The messages that webhooks send have a section without a tag.
  const messages = [...root.querySelectorAll('.webhooks')].map((section) => {
    section.id ||= 'messages';
    return { title: 'Messages of webhooks', id: section.id, parts: operationsIn(section) };
  });
  return [
    ...(introduction ? [{ title: 'Introduction', id: introduction.id, parts: chapters }] : []),
    ...tags,
    ...messages,
  ];
}

function operationsIn(section: Element): readonly IndexSection[] {
  return [...section.querySelectorAll('.opblock')].map((operation) => ({
    title: `${textIn(operation, '.opblock-summary-method')} ${textIn(operation, '.opblock-summary-path')}`,
    id: operation.id,
    parts: [],
  }));
}

function textIn(element: Element, selector: string): string {
  // A path has invisible breaks where it may wrap.
  return (element.querySelector(selector)?.textContent ?? '').replaceAll('\u200b', '');
}

function listOf(sections: readonly IndexSection[]): HTMLElement {
  const list = document.createElement('ul');
  for (const { title, id, parts } of sections) {
    const link = document.createElement('a');
    link.textContent = title;
    link.href = `#${encodeURIComponent(id)}`;
    // The address stays that of the operation that is open, which Swagger UI writes there.
    link.addEventListener('click', (event) => {
      event.preventDefault();
      const target = document.getElementById(id);
      target?.scrollIntoView();
      target?.querySelector<HTMLElement>('button')?.focus({ preventScroll: true });
    });
    const item = document.createElement('li');
    item.append(link);
    if (parts.length > 0) item.append(listOf(parts));
    list.append(item);
  }
  return list;
}

/**
 * Parts of Swagger UI that this page has in a plainer form: there is one server, its own, to choose from; the
 * address of an operation is a text, for a link inside the button that opens it can be reached by nobody; and
 * the licence would be a link to a public list that does not know it. No token is ever typed here.
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

/** Signing in is done in the window, which seals the password. */
export const noTriesOfSignIn = {
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
  /** What Swagger UI sends the request with. */
  userFetch?: SendToHost;
}

/**
 * The document names the service by its number; the page may have been opened as `localhost`, or in the window, which
 * passes calls on as the user who is signed in there.
 */
export function toOwnOrigin(request: Request): Request {
  const { pathname, search } = new URL(request.url, window.location.origin);
  request.url = `${window.location.origin}${pathname}${search}`;
  request.userFetch = fetchHost;
  return request;
}

/** Swagger UI draws its dark theme below a class, and leaves it to the page when to set it. */
export function followColorScheme(root: Element): void {
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const apply = () => root.classList.toggle('dark-mode', dark.matches);
  dark.addEventListener('change', apply);
  apply();
}
