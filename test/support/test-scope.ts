import { afterAll, beforeEach } from 'vitest';

interface Closable {
  readonly close?: () => unknown;
  readonly stop?: () => unknown;
}

/**
 * Something that all tests of a file share: opened when the file is loaded, and closed or stopped after its last test.
 */
export async function perFile<Opened extends object>(open: () => Opened | Promise<Opened>): Promise<Opened> {
  const opened = await open();
  afterAll(() => closed(opened));
  return opened;
}

/**
 * Something that each test has separately: opened before the test, and closed or stopped after it. The returned object
 * stands for the one of the running test, so read its members only during a test.
 */
export function perTest<Opened extends object>(open: () => Opened | Promise<Opened>): Opened {
  let opened: Opened | undefined;
  const current = () => {
    if (opened === undefined) throw new Error('this is opened when a test begins');
    return opened;
  };
  beforeEach(async () => {
    opened = await open();
    return () => closed(current());
  });
  return new Proxy({} as Opened, {
    get: (_, name) => Reflect.get(current(), name),
    set: (_, name, value) => Reflect.set(current(), name, value),
    has: (_, name) => Reflect.has(current(), name),
  });
}

async function closed({ close, stop }: Closable): Promise<void> {
  await (stop ?? close)?.();
}
