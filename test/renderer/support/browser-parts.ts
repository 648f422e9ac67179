import { vi } from 'vitest';

/** What a browser has and jsdom has not, and a size, without which virtual rows see an empty window. */
export function installBrowserParts(): void {
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
  // Without a size everything lies outside of the window, and Mantine hides the menu of a button that seems to be
  // scrolled away.
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(() => new DOMRect(0, 0, 100, 20));
  Element.prototype.scrollIntoView = () => {};
  vi.stubGlobal('scrollTo', () => {});
  // jsdom does not know <search> yet, and React warns of elements that are unknown.
  Object.defineProperty(HTMLUnknownElement.prototype, Symbol.toStringTag, {
    configurable: true,
    get: nameOfInterface,
  });
}

function nameOfInterface(this: HTMLElement): string {
  return this.localName === 'search' ? 'HTMLElement' : 'HTMLUnknownElement';
}
