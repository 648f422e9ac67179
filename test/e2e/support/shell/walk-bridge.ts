import type { Page } from '@playwright/test';

/** Everything that can be reached from what the preload script exposes, but for what every object and function has. */
export async function walkBridge(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const ordinary = new Set<unknown>([Object.prototype, Function.prototype]);
    const found: string[] = [];
    const walk = (path: string, value: unknown) => {
      if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return;
      if (ordinary.has(value)) return;
      ordinary.add(value);
      found.push(`${path}: ${typeof value}`);
      const usual = typeof value === 'function' ? ['length', 'name', 'prototype', 'arguments', 'caller'] : [];
      for (const key of Reflect.ownKeys(value)) {
        if (!usual.includes(String(key))) walk(`${path}.${String(key)}`, Reflect.get(value, key));
      }
      const parent: unknown = Object.getPrototypeOf(value);
      if (!ordinary.has(parent)) walk(`${path}.__proto__`, parent);
    };
    walk('tilldesk', Reflect.get(window, 'tilldesk'));
    return found;
  });
}
