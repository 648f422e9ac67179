import type { Page } from '@playwright/test';

const TARGETS = [
  'https://evil.example/',
  'http://127.0.0.1:9/',
  'file:///etc/passwd',
  'data:text/html,<p>x',
  'app://evil/',
];

/** Tries to leave by location, link, form, refresh and frame, to each target; answers how many tries there were. */
export async function leavePage(page: Page): Promise<number> {
  return page.evaluate((targets) => {
    const put = (name: string, members: object) => {
      const made = Object.assign(document.createElement(name), members);
      document.body.append(made);
      return made;
    };
    const ways: readonly ((target: string) => void)[] = [
      (target) => location.assign(target),
      (target) => put('a', { href: target }).click(),
      (target) => put('a', { href: target, target: '_top' }).click(),
      (target) => {
        const form = document.createElement('form');
        form.action = target;
        document.body.append(form);
        form.submit();
      },
      (target) => put('meta', { httpEquiv: 'refresh', content: `0;url=${target}` }),
      (target) => put('iframe', { src: target }),
    ];
    for (const way of ways) {
      for (const target of targets) {
        try {
          way(target);
        } catch {
          // Refused at once.
        }
      }
    }
    return ways.length * targets.length;
  }, TARGETS);
}
