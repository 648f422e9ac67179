import { afterAll, beforeEach } from 'vitest';

interface Closable {
  readonly close?: () => unknown;
  readonly stop?: () => unknown;
}

/**
 * Opens something that all tests of a file share: opened when the file is loaded, and closed or stopped after its last
 * test.
 */
export async function openPerFile<Opened extends object>(open: () => Opened | Promise<Opened>): Promise<Opened> {
  const opened = await open();
  afterAll(() => closeOpened(opened));
  return opened;
}

/**
 * Opens something for each test separately: opened before the test, and closed or stopped after it. The returned object
 * represents that of the running test, so read its members only during a test.
 */
export function openPerTest<Opened extends object>(open: () => Opened | Promise<Opened>): Opened {
  let opened: Opened | undefined;
  const getCurrent = () => {
    if (opened === undefined) throw new Error('this is opened when a test begins');
    return opened;
  };
  beforeEach(async () => {
    opened = await open();
    return () => closeOpened(getCurrent());
  });
  return new Proxy({} as Opened, {
    get: (_, name) => Reflect.get(getCurrent(), name),
    set: (_, name, value) => Reflect.set(getCurrent(), name, value),
    has: (_, name) => Reflect.has(getCurrent(), name),
  });
}

async function closeOpened({ close, stop }: Closable): Promise<void> {
  await (stop ?? close)?.();
}
