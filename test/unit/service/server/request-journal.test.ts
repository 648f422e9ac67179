import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../../electron/base/caller.ts';
import { type AnsweredRequest, createRequestJournal } from '../../../../electron/service/server/request-log.ts';
import { STAND_IN_CALLER } from '../../../support/stand-in-platform.ts';

const OWN = STAND_IN_CALLER;
const OTHER = { ...OWN, accountId: 2 };
const COLLEAGUE = { ...OWN, userId: 8 };
const STAFF: Caller = { ...OWN, userId: 9, roles: ['staff'] };
const LOCKED_OWNER: Caller = { ...OWN, userId: 10, lockedLocation: { id: 11, title: 'Utrecht' } };

function request(path: string, caller: AnsweredRequest['caller'] = OWN): AnsweredRequest {
  const rest = { at: 1, method: 'GET', query: '', status: 200, error: null, durationMs: 2.5, apiKeyName: null };
  return { ...rest, isFromWindow: false, requestId: 'r', path, caller };
}

const read = (journal: ReturnType<typeof createRequestJournal>, after = 0, reader: Caller = OWN) => {
  const { entries, newest } = journal.read({ reader, after });
  return { paths: entries.map(({ path }) => path), newest };
};

describe('createRequestJournal', () => {
  it('returns added requests with their number, newest first', () => {
    const journal = createRequestJournal();
    journal.add(request('/a'));
    journal.add(request('/b'));
    expect(journal.read({ reader: OWN, after: 0 })).toEqual({
      entries: [
        { ...request('/b'), number: 2 },
        { ...request('/a'), number: 1 },
      ],
      newest: 2,
    });
  });

  it('returns when a program other than the window last called as a user', () => {
    const journal = createRequestJournal();
    journal.add({ ...request('/window'), at: 1, isFromWindow: true });
    journal.add({ ...request('/nobody', null), at: 2 });
    expect(journal.otherProgramAt).toBeNull();
    journal.add({ ...request('/till'), at: 3 });
    journal.add({ ...request('/window'), at: 4, isFromWindow: true });
    expect(journal.otherProgramAt).toBe(3);
  });

  it('returns the requests after a number', () => {
    const journal = createRequestJournal();
    for (const path of ['/a', '/b', '/c']) journal.add(request(path));
    expect(read(journal, 1)).toEqual({ paths: ['/c', '/b'], newest: 3 });
    expect(read(journal, 3)).toEqual({ paths: [], newest: 3 });
  });

  it('shows an owner the requests of the account and those without a user, and counts the others', () => {
    const journal = createRequestJournal();
    journal.add(request('/own'));
    journal.add(request('/nobody', null));
    journal.add(request('/other', OTHER));
    expect(read(journal)).toEqual({ paths: ['/nobody', '/own'], newest: 3 });
    expect(read(journal, 0, OTHER).paths).toEqual(['/other', '/nobody']);
  });

  it('shows an owner the requests of colleagues', () => {
    const journal = createRequestJournal();
    journal.add(request('/colleague', COLLEAGUE));
    expect(read(journal).paths).toEqual(['/colleague']);
  });

  it.each([
    ['staff', STAFF],
    ['an owner of one location', LOCKED_OWNER],
  ])('shows %s only their own requests', (_, reader) => {
    const journal = createRequestJournal();
    journal.add(request('/colleague', COLLEAGUE));
    journal.add(request('/own', reader));
    journal.add(request('/nobody', null));
    expect(read(journal, 0, reader).paths).toEqual(['/own']);
  });

  it('keeps the latest 500, and continues counting', () => {
    const journal = createRequestJournal();
    for (let count = 1; count <= 1_200; count += 1) journal.add(request(`/${count}`));
    const { paths, newest } = read(journal);
    expect([paths.length, paths[0], paths.at(-1), newest]).toEqual([500, '/1200', '/701', 1200]);
  });

  it('is empty at first', () => {
    expect(read(createRequestJournal())).toEqual({ paths: [], newest: 0 });
  });
});
