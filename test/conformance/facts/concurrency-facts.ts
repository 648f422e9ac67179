import { expect } from 'vitest';
import { type Area, CALLING_USERS, factOfEach } from '../fact.ts';
import { EVERY_CALL } from '../laws/every-call.ts';
import { withoutMoment } from '../laws/without-moment.ts';

const AT_ONCE = 20;

export const CONCURRENCY: Area = {
  area: 'calls at one time',
  facts: [
    ...factOfEach(
      EVERY_CALL,
      ({ name }) => `${name} gives ${AT_ONCE} callers at once what it gives each alone`,
      async ({ platform, callers }, { ask }) => {
        const asking = Array.from({ length: AT_ONCE }, (_, index) => userAt(index));
        const together = await Promise.all(asking.map((user) => ask(platform, callers[user])));
        for (const [first, user] of CALLING_USERS.entries()) {
          const alone = withoutMoment(await ask(platform, callers[user]));
          for (let index = first; index < AT_ONCE; index += CALLING_USERS.length) {
            expect(withoutMoment(together[index])).toEqual(alone);
          }
        }
      },
    ),
    {
      name: 'different calls do not disturb each other',
      async check({ platform, callers }) {
        const together = await Promise.all(EVERY_CALL.map(({ ask }) => ask(platform, callers.staff)));
        for (const [index, { ask }] of EVERY_CALL.entries()) {
          expect(withoutMoment(together[index])).toEqual(withoutMoment(await ask(platform, callers.staff)));
        }
      },
    },
  ],
};

function userAt(index: number) {
  return CALLING_USERS[index % CALLING_USERS.length] ?? 'owner';
}
