import type { Page } from 'playwright';

/** What a page has tried, and what it got to read of it. */
export interface PageReport {
  readonly attempts: number;
  readonly reads: readonly string[];
}

/** Everything that a page can send to an address by itself. `readPath` says something, `changePath` does something. */
export interface PageTargets {
  readonly origin: string;
  readonly readPaths: readonly string[];
  readonly changePaths: readonly string[];
}

/** Runs in the page. What is a script's right over its own origin is somebody else's attack on another. */
export function attackFrom(page: Page, targets: PageTargets): Promise<PageReport> {
  return page.evaluate(async ({ origin, readPaths, changePaths }) => {
    const WAIT_MS = 2_500;
    let attempts = 0;
    const reads: string[] = [];
    const patient = <Result>(promise: Promise<Result>): Promise<Result | null> =>
      Promise.race([
        promise.catch(() => null),
        new Promise<null>((resolve) => setTimeout(() => resolve(null), WAIT_MS)),
      ]);
    const attempt = async (what: string, work: () => Promise<unknown>) => {
      attempts += 1;
      const read = await patient(work());
      if (read) reads.push(`${what}: ${String(read).slice(0, 60)}`);
    };
    const bodyOf = async (address: string, init: RequestInit) => {
      const answer = await fetch(address, init);
      return answer.ok ? answer.text() : null;
    };
    /** Whether the element says that it has loaded: the size of an image has told a page such things before. */
    const loads = (element: HTMLElement, isRead: boolean) =>
      new Promise((resolve) => {
        element.onload = () => resolve(isRead ? 'it has loaded' : null);
        element.onerror = () => resolve(null);
        document.body.append(element);
      });
    const made = (name: string, attributes: Record<string, string>) => {
      const element = document.createElement(name);
      for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
      return element;
    };
    const tries: Promise<void>[] = [];
    const opens = (socket: WebSocket | EventSource) =>
      new Promise((resolve) => {
        socket.onopen = () => resolve('it is open');
        socket.onerror = () => {
          socket.close();
          resolve(null);
        };
      });
    for (const path of readPaths) {
      const address = `${origin}${path}`;
      for (const credentials of ['include', 'omit'] as const) {
        tries.push(attempt(`fetch ${address}`, () => bodyOf(address, { credentials })));
        tries.push(attempt(`no-cors ${address}`, () => bodyOf(address, { credentials, mode: 'no-cors' })));
      }
      tries.push(
        attempt(`fetch with a token ${address}`, () =>
          bodyOf(address, { headers: { authorization: 'Bearer x' } }),
        ),
      );
      tries.push(attempt(`image ${address}`, () => loads(made('img', { src: address }), true)));
      tries.push(attempt(`script ${address}`, () => loads(made('script', { src: address }), true)));
      tries.push(
        attempt(`module ${address}`, () => loads(made('script', { src: address, type: 'module' }), true)),
      );
      tries.push(
        attempt(`sheet ${address}`, () => loads(made('link', { rel: 'stylesheet', href: address }), true)),
      );
      tries.push(
        attempt(`prefetch ${address}`, () => loads(made('link', { rel: 'prefetch', href: address }), false)),
      );
      tries.push(attempt(`object ${address}`, () => loads(made('object', { data: address }), false)));
      tries.push(attempt(`video ${address}`, () => loads(made('video', { src: address }), false)));
      tries.push(attempt(`frame ${address}`, () => loads(made('iframe', { src: address }), false)));
      tries.push(
        attempt(`events ${address}`, () => opens(new EventSource(address, { withCredentials: true }))),
      );
      tries.push(attempt(`socket ${address}`, () => opens(new WebSocket(address.replace('http', 'ws')))));
    }
    for (const path of changePaths) {
      const address = `${origin}${path}`;
      for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'] as const) {
        const init = {
          method,
          credentials: 'include',
          headers: { 'content-type': 'application/json' },
          body: '{}',
        } as const;
        tries.push(attempt(`${method} ${address}`, () => bodyOf(address, init)));
      }
      const plain = { method: 'POST', credentials: 'include', mode: 'no-cors', body: '{}' } as const;
      tries.push(attempt(`no-cors POST ${address}`, () => bodyOf(address, plain)));
      tries.push(attempt(`beacon ${address}`, async () => void navigator.sendBeacon(address, '{}')));
      for (const enctype of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
        const name = `frame-${tries.length}`;
        const frame = made('iframe', { name });
        const form = made('form', {
          action: address,
          method: 'post',
          enctype,
          target: name,
        }) as HTMLFormElement;
        form.append(made('input', { name: '{"a":"', value: '"}' }));
        document.body.append(frame, form);
        tries.push(
          attempt(`form ${address}`, () => {
            const answered = new Promise((resolve) => frame.addEventListener('load', () => resolve(null)));
            form.submit();
            return answered;
          }),
        );
      }
    }
    await Promise.all(tries);
    return { attempts, reads };
  }, targets);
}
