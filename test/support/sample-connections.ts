import type { Connection, CopyStatus, NoteExample, StreamStatus } from '../../shared/contract/connection.ts';

const STOREKEEPER = 'storekeeper+https://api-demo.storekeepercloud.com';

export const REMOTE = 'https://kassa.voorbeeld.nl';

/** Creates a copy that has been read completely. */
export function createStream(changes: Partial<StreamStatus> & Pick<StreamStatus, 'name'>): StreamStatus {
  return {
    readBy: 'ShopModule::listThings',
    refused: [],
    readAt: '2026-11-21T11:30:00+01:00',
    progress: null,
    problem: null,
    ...changes,
  };
}

/** Creates a copy of a StoreKeeper account that has been read completely and has no problems. */
export function createCopy(changes: Partial<CopyStatus> = {}): CopyStatus {
  return {
    state: 'waiting',
    problem: null,
    triesAgainAt: null,
    confirmedAt: '2026-11-21T10:00:00Z',
    bytes: 123_400_000,
    streams: [
      createStream({ name: 'reference' }),
      createStream({ name: 'products' }),
      createStream({ name: 'orders' }),
      createStream({ name: 'customers' }),
    ],
    coverage: {
      completeFrom: '2025-12-01',
      isWhole: true,
      areOlderKnown: true,
      unreadable: 0,
      unread: 0,
      done: 900,
      of: 900,
      months: [],
    },
    check: null,
    notes: [],
    unknown: [],
    ...changes,
  };
}

export function createConnection(copy: CopyStatus | null, platform: string | null = STOREKEEPER): Connection {
  return { platform, account: 'demo', copy };
}

/** The first copy of an account, in progress at noon. */
export const FIRST_COPY = createCopy({
  state: 'reading',
  streams: [
    createStream({ name: 'reference' }),
    createStream({
      name: 'orders',
      readBy: 'ShopModule::listOrderIds, ShopModule::getOrder',
      readAt: null,
      progress: { done: 3_412, of: 25_000, expectedEnd: '2026-11-21T16:40:00+01:00' },
    }),
    createStream({ name: 'products', readAt: null, progress: { done: 200, of: null, expectedEnd: null } }),
  ],
  coverage: {
    completeFrom: '2026-08-01',
    isWhole: false,
    areOlderKnown: true,
    unreadable: 0,
    unread: 0,
    done: 3_412,
    of: 25_000,
    months: [
      { month: '2026-09', orders: 1_200, isComplete: true },
      { month: '2026-08', orders: 1_000, isComplete: true },
      { month: '2025-12', orders: 1_212, isComplete: false },
    ],
  },
});

export function createNoteExample(changes: Partial<NoteExample> & Pick<NoteExample, 'record'>): NoteExample {
  return { given: null, written: null, theirs: null, ours: null, amount: null, ...changes };
}

/** A first copy with everything that the page can show. */
export const EVERYTHING: Connection = createConnection({
  ...FIRST_COPY,
  streams: [
    ...FIRST_COPY.streams,
    createStream({
      name: 'customers',
      readBy: null,
      readAt: null,
      refused: [{ by: 'ShopModule::listCustomerRelations', reason: 'No rights to this function.' }],
    }),
  ].map((stream) =>
    stream.name === 'reference' ? { ...stream, problem: 'The service did not answer in time.' } : stream,
  ),
  check: { checkedAt: '2026-11-21T03:10:00+01:00', missing: 1, removed: 0, compared: 30, differing: 12, amount: 84.5 },
  notes: [
    {
      kind: 'order_left_out',
      count: 1_012,
      amount: 4_300.5,
      examples: [createNoteExample({ record: 'order 1204', given: 'quote', amount: 12.5 })],
    },
    {
      kind: 'tax_row_differs',
      count: 2,
      amount: 0.05,
      examples: [createNoteExample({ record: 'order 7', given: 'rate 55 wt', theirs: 12.3, ours: 12.25 })],
    },
    { kind: 'return_date_unknown', count: 31, amount: -120, examples: [] },
  ],
  unknown: ['cost', 'payment_methods', 'tips'],
});
