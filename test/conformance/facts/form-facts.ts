import { expect } from 'vitest';
import { departuresFrom } from '../../support/contract-check.ts';
import { type Area, CALLING_USERS, factOfEach } from '../fact.ts';
import { EVERY_CALL } from '../laws/every-call.ts';
import { looseNumbersIn } from '../laws/number-form.ts';
import { amsterdamTime, strangeTimestampsIn } from '../laws/timestamp-form.ts';
import { withoutMoment } from '../laws/without-moment.ts';

/** Form of every answer, whoever asks. */
export const FORM: Area = {
  area: 'the form of answers',
  facts: [
    ...factOfEach(
      EVERY_CALL,
      ({ name }) => `${name} fits the contract to the letter`,
      async ({ platform, callers }, { answer, ask }) => {
        for (const user of CALLING_USERS) {
          const given = await ask(platform, callers[user]);
          expect(departuresFrom(answer, given)).toEqual([]);
          expect(looseNumbersIn(given)).toEqual([]);
          expect(strangeTimestampsIn(given)).toEqual([]);
        }
      },
    ),
    ...factOfEach(
      EVERY_CALL,
      ({ name }) => `${name} answers what nobody else can change`,
      async ({ platform, callers }, { ask }) => {
        const before = structuredClone(await ask(platform, callers.owner));
        spoil(await ask(platform, callers.owner));
        expect(withoutMoment(await ask(platform, callers.owner))).toEqual(withoutMoment(before));
      },
    ),
    {
      name: 'reports are dated with the moment of their making',
      async check({ platform, callers, now }) {
        const { generated_at } = await platform.readReport(callers.owner, 'financial', {
          from: '2026-10-05',
          to: '2026-10-05',
        });
        expect(Date.parse(generated_at)).not.toBeNaN();
        if (now) expect(generated_at).toBe(amsterdamTime(now()));
      },
    },
  ],
};

/** Overwrites all that can be overwritten; what is frozen cannot be changed by anybody. */
function spoil(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    spoil(member);
    Reflect.set(value, key, 'spoiled');
  }
  if (Array.isArray(value)) Reflect.set(value, 'length', 0);
}
