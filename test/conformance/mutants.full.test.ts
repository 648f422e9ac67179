import { afterAll, describe, expect, it } from 'vitest';
import { AREAS } from './areas.ts';
import { checkFact } from './fact.ts';
import { ACCESS_MUTANTS } from './mutants/access-mutants.ts';
import { ANSWER_MUTANTS } from './mutants/answer-mutants.ts';
import { BATCH_MUTANTS } from './mutants/batch-mutants.ts';
import { CHANGE_MUTANTS } from './mutants/change-mutants.ts';
import { LIST_MUTANTS } from './mutants/list-mutants.ts';
import type { Mutant } from './mutants/mutant.ts';
import { openEmbedded } from './open-embedded.ts';
import type { PlatformUnderTest } from './platform-under-test.ts';

const MUTANTS = [...ACCESS_MUTANTS, ...LIST_MUTANTS, ...BATCH_MUTANTS, ...CHANGE_MUTANTS, ...ANSWER_MUTANTS];

/** The name of the first fact of the area that turns red. */
async function firstRed({ area, wrong }: Mutant): Promise<string | null> {
  const open = async (): Promise<PlatformUnderTest> => {
    const embedded = await openEmbedded();
    return { ...embedded, platform: { ...embedded.platform, ...wrong(embedded.platform) } };
  };
  const shared = await open();
  try {
    for (const fact of AREAS.find((known) => known.area === area)?.facts ?? []) {
      const isGreen = await checkFact(fact, shared, open).then(
        () => true,
        () => false,
      );
      if (!isGreen) return fact.name;
    }
    return null;
  } finally {
    await shared.close();
  }
}

const caught = new Set<string>();
afterAll(() => {
  const facts = AREAS.reduce((sum, area) => sum + area.facts.length, 0);
  const figures = `${facts} facts, ${caught.size} of ${MUTANTS.length} mutants caught`;
  process.stdout.write(`conformance: ${figures}\n`);
});

describe('the facts turn red for a platform that', () => {
  it.each(MUTANTS)('$name', async (mutant) => {
    const red = await firstRed(mutant);
    expect(red).not.toBeNull();
    caught.add(mutant.name);
  });
});

describe('the facts', () => {
  it('are all green for one that is right', async () => {
    for (const { area } of AREAS) {
      expect(await firstRed({ name: 'is right', area, wrong: () => ({}) })).toBeNull();
    }
  });

  it('have mutants of their own in every area', () => {
    expect(new Set(MUTANTS.map(({ area }) => area))).toEqual(new Set(AREAS.map(({ area }) => area)));
  });

  it('have names of their own within an area', () => {
    for (const { facts } of AREAS) expect(new Set(facts.map(({ name }) => name)).size).toBe(facts.length);
  });
});
