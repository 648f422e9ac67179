import { beforeAll, describe, it } from 'vitest';
import { AREAS } from './areas.ts';
import { checkFact, type PlatformUnderTest } from './fact.ts';

/** What every platform must pass; `open` gives it with the known shop as it is at first. */
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
