import { notifications } from '@mantine/notifications';
import { cleanup, configure, prettyDOM } from '@testing-library/react';
import * as React from 'react';
import { afterEach, beforeEach, vi } from 'vitest';
import { resetStores } from './zustand-with-resets.ts';

/**
 * Runs before and after each test of the window: adds missing browser APIs and clears what the test before left. Many
 * files share one page and one set of modules, so whatever outlives a test is reset here.
 */

configure({
  // Pages are fetched when they are first opened, which takes longer in a test than in a window.
  asyncUtilTimeout: 30_000,
  getElementError,
});

noteNoStacks();

beforeEach(installBrowserParts);

afterEach(() => {
  vi.useRealTimers();
  cleanup();
  resetStores();
  notifications.clean();
  notifications.cleanQueue();
  localStorage.clear();
  history.replaceState(null, '', '/');
  document.title = '';
  document.body.replaceChildren();
  for (const { name } of [...document.documentElement.attributes]) document.documentElement.removeAttribute(name);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/**
 * React's development build creates a stack for each element for its warnings, up to a count that is reset every
 * second. This takes a seventh of the time of a page, so here the count is always reached.
 */
function noteNoStacks(): void {
  const shared: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
  if (typeof shared !== 'object' || shared === null) return;
  Object.defineProperty(shared, 'recentlyCreatedOwnerStacks', {
    configurable: true,
    get: () => Number.MAX_SAFE_INTEGER,
    set: () => {},
  });
}

/** Adds the document only when the message is read, because waiting fails many times. */
function getElementError(message: string | null, container: Element): Error {
  const error = new Error();
  error.name = 'TestingLibraryElementError';
  Object.defineProperty(error, 'message', {
    configurable: true,
    get: () => [message, prettyDOM(container)].filter(Boolean).join('\n\n'),
  });
  return error;
}

/** Browser APIs that jsdom lacks, and a size, without which virtual rows see an empty window. */
function installBrowserParts(): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: false,
    media: query,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(800);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1200);
  // Without a size everything is outside the window, and Mantine hides the menu of a button that seems scrolled away.
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(() => new DOMRect(0, 0, 100, 20));
  for (const view of [globalThis, document.defaultView ?? {}]) Object.assign(view, { getComputedStyle: computedStyle });
  Element.prototype.scrollIntoView = () => {};
  Range.prototype.getBoundingClientRect = () => new DOMRect();
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  vi.stubGlobal('scrollTo', () => {});
  // jsdom does not know <search> yet, and React warns about unknown elements.
  Object.defineProperty(HTMLUnknownElement.prototype, Symbol.toStringTag, { configurable: true, get: nameOfInterface });
}

function nameOfInterface(this: HTMLElement): string {
  return this.localName === 'search' ? 'HTMLElement' : 'HTMLUnknownElement';
}

/** Block elements, which separate words in the accessible name. */
const BLOCKS = new Set(
  (
    'ADDRESS ARTICLE ASIDE BUTTON CAPTION DD DETAILS DIV DL DT FIELDSET FOOTER FORM H1 H2 H3 HEADER HR INPUT LEGEND LI ' +
    'MAIN NAV OL P PRE SEARCH SECTION SUMMARY TABLE TBODY TD TFOOT TH THEAD TR UL'
  ).split(' '),
);

/**
 * Uses only the element and its inline style: matching all style sheets took a third of the time. Collapsed content is
 * hidden as in a browser, and unlike in jsdom.
 */
function computedStyle(element: Element): CSSStyleDeclaration {
  const { style } = element as HTMLElement;
  const read = (name: string): string => {
    if (name === 'visibility') return visibilityOf(element);
    return style.getPropertyValue(name) || (name === 'display' ? displayOf(element) : '');
  };
  return new Proxy(style, {
    get(target, key) {
      if (key === 'getPropertyValue') return read;
      return key === 'display' || key === 'visibility' ? read(key) : Reflect.get(target, key, target);
    },
  });
}

function displayOf(element: Element): string {
  const { parentElement, tagName } = element;
  const isFolded = parentElement instanceof HTMLDetailsElement && !parentElement.open && tagName !== 'SUMMARY';
  if (isFolded || element.hasAttribute('hidden') || tagName === 'STYLE') return 'none';
  return BLOCKS.has(tagName) ? 'block' : 'inline';
}

function visibilityOf(element: Element): string {
  return element.closest<HTMLElement>('[style*="visibility"]')?.style.visibility || 'visible';
}
