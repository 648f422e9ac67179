import { beforeAll, describe, it } from 'vitest';
import { AREAS } from './areas.ts';
import { checkFact, type PlatformUnderTest } from './fact.ts';

/** What every platform must pass; `open` returns it with the known shop in its initial state. */
export function describePlatform(name: string, open: () => Promise<PlatformUnderTest>): void {
  describe(name, () => {
    let shared: PlatformUnderTest;
    beforeAll(async () => {
      shared = await open();
      return () => shared.close();
    });

    describe.each(AREAS)('$area', ({ facts }) => {
      it.each(facts)('$name', (fact) => checkFact(fact, shared, open));
    });
  });
}
