import type { ChangesPage, ChangesQuery, Platform } from '../../../electron/platform/platform.ts';
import { type Mutant, mutant, ofOtherAccount, unlocked, withRows } from './mutant.ts';

const area = 'changes';

/** Reading with another query. */
const asking = (name: string, change: (query: ChangesQuery) => ChangesQuery): Mutant =>
  mutant(area, name, (p) => ({ readChanges: (caller, feed, query) => p.readChanges(caller, feed, change(query)) }));

/** Answering another page. */
const answering = (name: string, change: <Row>(page: ChangesPage<Row>) => ChangesPage<Row>): Mutant =>
  mutant(area, name, (p) => ({ readChanges: async (...asked) => change(await p.readChanges(...asked)) }));

const refusing = (name: string, refuse: (p: Platform) => Platform['readChanges']): Mutant =>
  mutant(area, name, (p) => ({ readChanges: refuse(p) }));

export const CHANGE_MUTANTS: readonly Mutant[] = [
  mutant(area, 'reads the changes of every location for a locked caller', (p) => ({
    readChanges: (caller, ...asked) => p.readChanges(unlocked(caller), ...asked),
  })),
  mutant(area, 'reads the changes of another account', (p) => ({
    readChanges: (caller, ...asked) => p.readChanges(ofOtherAccount(caller), ...asked),
  })),
  asking('leaves out what changed at the moment itself', ({ after, limit }) => ({
    after: 'since' in after && after.since > 0 ? { since: after.since + 1_000 } : after,
    limit,
  })),
  asking('begins a day before the moment', ({ after, limit }) => ({
    after: 'since' in after ? { since: after.since - 86_400_000 } : after,
    limit,
  })),
  answering('loses the last change of a full page', (page) =>
    page.hasMore ? withRows(page, (rows) => rows.slice(0, -1)) : page,
  ),
  answering('gives changes of a page in the order of the records', (page) => ({
    ...page,
    rows: page.rows.toSorted((left, right) => left.id - right.id),
  })),
  answering('says that there is more where there is none', (page) => ({ ...page, hasMore: true })),
  answering('counts the rows of the page alone', (page) => ({ ...page, total: page.rows.length })),
  answering('has no place to go on from after an empty page', (page) => ({
    ...page,
    next: page.rows.length === 0 ? '' : page.next,
  })),
  answering('tells of a deletion that never was', (page) => ({
    ...page,
    rows: page.rows.map((row, index) => (index === 0 ? { ...row, change: 'delete', record: null } : row)),
  })),
  refusing('begins again after a position that it does not know', ({ readChanges }) => (...asked) => {
    const [caller, feed, { limit }] = asked;
    return readChanges(...asked).catch(() => readChanges(caller, feed, { after: { since: 0 }, limit }));
  }),
  refusing(
    'crashes on a position that it does not know',
    ({ readChanges }) =>
      (...asked) =>
        readChanges(...asked).catch(() => Promise.reject(new TypeError('cannot read properties of null'))),
  ),
];
