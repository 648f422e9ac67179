import type { Page } from '@playwright/test';

export interface PolicyBreaches {
  /** Violations reported to the page, or thrown immediately. Violations in frames are reported there. */
  readonly blocked: number;
  /** Names of what got through. */
  readonly ran: readonly string[];
}

/**
 * Injects what a policy should stop: inline and remote scripts, code in strings, remote pictures, forms, a new base.
 */
export async function breakPolicy(page: Page): Promise<PolicyBreaches> {
  return page.evaluate(async () => {
    const ran: string[] = [];
    let blocked = 0;
    document.addEventListener('securitypolicyviolation', () => {
      blocked += 1;
    });
    Reflect.set(window, 'got', (name: string) => ran.push(name));
    const put = (name: string, members: object) =>
      document.body.append(Object.assign(document.createElement(name), members));
    const breaches: readonly (() => void)[] = [
      () => put('script', { text: "got('inline script')" }),
      () => put('script', { src: "data:text/javascript,got('script of data')" }),
      () => put('script', { src: 'https://evil.example/x.js' }),
      () => put('div', { innerHTML: '<img src="data:," onerror="got(\'markup\')">' }),
      () => put('style', { textContent: 'body { display: none }' }),
      () => put('img', { src: 'https://evil.example/x.png', onload: () => ran.push('remote image') }),
      () => put('iframe', { src: 'https://evil.example/' }),
      () => put('iframe', { srcdoc: "<script>parent.got('frame')</script>" }),
      () => put('object', { data: 'https://evil.example/x' }),
      () => put('base', { href: 'https://evil.example/' }),
      () => {
        const link = document.createElement('div');
        link.setAttribute('onclick', "got('inline handler')");
        document.body.append(link);
        link.click();
      },
      () => {
        const form = Object.assign(document.createElement('form'), { action: 'https://evil.example/' });
        document.body.append(form);
        form.submit();
      },
      () =>
        new Worker(URL.createObjectURL(new Blob(['postMessage(1)']))).addEventListener('message', () =>
          ran.push('worker'),
        ),
    ];
    for (const breach of breaches) {
      try {
        breach();
      } catch {
        blocked += 1;
      }
    }
    await fetch('https://evil.example/').then(
      () => ran.push('fetch'),
      () => null,
    );
    // In a separate task: code that a test evaluates may itself use eval.
    await new Promise((resolve) => setTimeout(resolve));
    try {
      if (Reflect.construct(Function, ['return true'])()) ran.push('code in a text');
    } catch {
      // Refused immediately.
    }
    if (getComputedStyle(document.body).display === 'none') ran.push('inline style');
    if (document.baseURI.includes('evil')) ran.push('base');
    return { blocked, ran };
  });
}
