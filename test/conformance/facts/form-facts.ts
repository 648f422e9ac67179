import { expect } from 'vitest';
import { listMismatches } from '../../support/contract-check.ts';
import { type Area, CALLING_USERS, fact, factOfEach } from '../fact.ts';
import { EVERY_CALL, withoutMoment } from '../laws/every-call.ts';

/** The form of every answer, for every user. */
export const FORM: Area = {
  area: 'the form of answers',
  facts: [
    ...factOfEach(
      EVERY_CALL,
      ({ name }) => `${name} fits the contract exactly`,
      async ({ platform, callers }, { answer, ask }) => {
        for (const user of CALLING_USERS) {
          const given = await ask(platform, callers[user]);
          expect(listMismatches(answer, given)).toEqual([]);
          expect(looseNumbersIn(given)).toEqual([]);
          expect(strangeTimestampsIn(given)).toEqual([]);
        }
      },
    ),
    ...factOfEach(
      EVERY_CALL,
      ({ name }) => `${name} returns an answer that nobody else can change`,
      async ({ platform, callers }, { ask }) => {
        const before = structuredClone(await ask(platform, callers.owner));
        spoil(await ask(platform, callers.owner));
        expect(withoutMoment(await ask(platform, callers.owner))).toEqual(withoutMoment(before));
      },
    ),
    fact('reports are dated with the time at which they were made', async ({ platform, callers, now }) => {
      const { generated_at } = await platform.readReport(callers.owner, 'financial', {
        from: '2026-10-05',
        to: '2026-10-05',
      });
      expect(Date.parse(generated_at)).not.toBeNaN();
      if (now) expect(generated_at).toBe(amsterdamTime(now()));
    }),
  ],
};

/** Overwrites everything that can be overwritten; frozen objects do not change. */
function spoil(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    spoil(member);
    Reflect.set(value, key, 'spoiled');
  }
  if (Array.isArray(value)) Reflect.set(value, 'length', 0);
}

/** Members with more decimals than the two of money: unit prices, and quantities in thousandths. */
const DECIMALS: Readonly<Record<string, number>> = { ppu: 4, ppu_wt: 4, quantity: 3, stock: 3, from_qty: 3 };

const DECIMALS_OF_MONEY = 2;

/** Numbers of an answer that have more decimals than the contract allows, by path. */
function looseNumbersIn(value: unknown, path = ''): string[] {
  if (typeof value === 'number') return isLoose(value, path) ? [`${path}: ${value}`] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => looseNumbersIn(member, `${path}/${key}`));
}

/** Uses the digits in the JSON, so that floating-point noise shows. */
function isLoose(value: number, path: string): boolean {
  const match = /^-?\d+(?:\.(\d+))?$/.exec(String(value));
  const allowed = DECIMALS[path.split('/').at(-1) ?? ''] ?? DECIMALS_OF_MONEY;
  return match === null || (match[1] ?? '').length > allowed || Object.is(value, -0);
}

const NAMES = ['date_purchased', 'date_updated', 'date_paid', 'date_created', 'generated_at'];

const timeZone = 'Europe/Amsterdam';

// Creating one takes as long as formatting many times.
const LOCAL_TIME = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });

const OFFSET = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/;

/** Timestamps of an answer without the Amsterdam offset of that time. */
function strangeTimestampsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    NAMES.includes(key) ? strange(member) : strangeTimestampsIn(member),
  );
}

function strange(text: unknown): string[] {
  const isRight = typeof text === 'string' && TIMESTAMP.test(text) && amsterdamTime(Date.parse(text)) === text;
  return isRight ? [] : [String(text)];
}

/** Uses the time zone data of the machine, not the program's own calendar. */
function amsterdamTime(instant: number): string {
  const offset = OFFSET.format(instant).split('GMT')[1];
  return `${LOCAL_TIME.format(instant).replace(' ', 'T')}${offset || '+00:00'}`;
}
