import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { NoteKind } from '../../../../electron/platform/storekeeper/notes.ts';
import { calculateIncompleteProgress } from '../../../../renderer/components/copy-progress.ts';
import { ConnectionPage } from '../../../../renderer/features/connection/connection-page.tsx';
import { NOTE_KINDS } from '../../../../renderer/features/connection/notes-section.tsx';
import type { Language } from '../../../../shared/contract/language.ts';
import { orderExample } from '../../../../shared/contract/orders.ts';
import { COPY_PROBLEMS } from '../../../../shared/copy-problems.ts';
import {
  createConnection,
  createCopy,
  createNoteExample,
  createStream,
  FIRST_COPY,
  REMOTE,
} from '../../../support/sample-connections.ts';
import { openPerTest } from '../../../support/test-scope.ts';
import { ABOUT, installFakeBridge, Refusal } from '../../app/support/fake-bridge.ts';
import { renderPage } from '../support/render-page.tsx';

const bridge = openPerTest(installFakeBridge);

const renderConnection = (language: Language = 'nl') => renderPage(<ConnectionPage />, { language });

const section = (name: string) => screen.findByRole('region', { name });

describe('a platform without a copy', () => {
  it('is this PC itself, without any actions', async () => {
    const orders = { start: 0, limit: 1, count: 1, total: 9, data: [orderExample], sums: null };
    vi.stubGlobal(
      'fetch',
      async (address: string, init?: RequestInit) => bridge.answer(address, init) ?? Response.json(orders),
    );
    await renderConnection();
    const facts = async (name: string) =>
      (await screen.findByText(name, { selector: 'dt' })).parentElement?.textContent;
    expect(await facts('Gegevensbron')).toContain('Ingebouwd, op deze pc');
    expect(screen.queryByText(ABOUT.dataFolder)).toBeNull();
    expect(await facts('Eerste order')).toMatch(/\d\d-\d\d-\d{4} \d\d:\d\d$/);
    expect(await facts('Orders')).toBe('Orders9');
    expect(screen.getByText(/^Een andere gegevensbron kiest u bij het aanmelden/)).toBeDefined();
    expect(screen.queryAllByRole('button')).toEqual([]);
  });
});

describe('the copy of a catalog', () => {
  it('shows its source, size and age, but no orders, check or notes', async () => {
    const streams = [createStream({ name: 'products', readBy: '/api/products', readAt: '2026-11-21T10:30:00Z' })];
    bridge.connection = createConnection(createCopy({ coverage: null, streams, bytes: 2_340_000 }), REMOTE);
    await renderConnection();
    expect(await screen.findByText('kassa.voorbeeld.nl')).toBeDefined();
    expect(screen.getByText('2,4 MB')).toBeDefined();
    expect(screen.getByText('21-11-2026 11:00')).toBeDefined();
    expect(screen.getByText('Volledig gelezen tot 21-11-2026 11:30')).toBeDefined();
    expect(screen.getByText('Gelezen met /api/products').closest('details')?.open).toBe(false);
    const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(titles).toEqual(['Wat er gelezen wordt']);
  });
});

describe('a copy that fails again and again for the same reason', () => {
  it('says what failed and when it is retried, and can be read immediately', async () => {
    const words =
      /^De laatste keer lezen lukte niet: De lijst met artikelen .* spreken elkaar tegen\. .* weer na 21-11-2026 13:05/;
    const failing = { problem: COPY_PROBLEMS.listsDisagree, triesAgainAt: '2026-11-21T13:05:00+01:00' };
    bridge.connection = createConnection(createCopy({ ...failing, streams: [], coverage: null }), REMOTE);
    await renderConnection();
    expect(await screen.findByText('Lezen mislukt')).toBeDefined();
    expect(screen.getByText(words)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Opnieuw lezen' })).toBeDefined();
    expect(screen.queryAllByRole('heading', { level: 2 })).toEqual([]);
  });
});

describe('the first copy of a StoreKeeper account', () => {
  it('shows how much has been read, and when it is expected to end', async () => {
    bridge.connection = createConnection(FIRST_COPY);
    await renderConnection();
    expect(await screen.findByText('Orders: 3.412 van 25.000, klaar rond 16:40')).toBeDefined();
    expect(screen.getByText('Artikelen: 200; hoeveel het er worden, is nog niet bekend')).toBeDefined();
    const bar = screen.getByRole<HTMLProgressElement>('progressbar', { name: 'Voortgang van Orders' });
    expect([bar.value, bar.max]).toEqual([3_412, 25_000]);
    expect(screen.getAllByRole('progressbar')).toHaveLength(1);
    expect(screen.getByText('Bezig met lezen')).toBeDefined();
  });

  it('says from when orders are complete, how much of older ones is read, and shows each month', async () => {
    bridge.connection = createConnection(FIRST_COPY);
    await renderConnection();
    const coverage = await section('Orders per maand');
    expect(within(coverage).getByText('Orders zijn compleet vanaf 1 augustus 2026; oudere: 5%.')).toBeDefined();
    expect(coverage.textContent).toContain('3.412 van de 25.000 bekende orders zijn gelezen.');
    const rows = within(coverage).getAllByRole('row').slice(1);
    const filled = rows.map((row) => [
      within(row).getByRole('rowheader').textContent,
      ...within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent)
        .filter(Boolean),
    ]);
    expect(filled).toEqual([
      ['2026', '1.000 compleet', '1.200 compleet'],
      ['2025', '1.212 nog niet compleet'],
    ]);
  });

  it.each([
    ['while older orders are being read', {}, 'Orders zijn compleet vanaf 1 augustus 2026; oudere: 5%. 2 orders zijn'],
    ['once all have been asked for', { done: 24_998 }, '2 orders zijn'],
  ])('says that orders cannot be read %s', async (_, more, beginning) => {
    const { coverage: read } = FIRST_COPY;
    if (read === null) throw new Error('nothing of the orders has been read');
    bridge.connection = createConnection({ ...FIRST_COPY, coverage: { ...read, unreadable: 2, ...more } });
    await renderConnection();
    const coverage = await section('Orders per maand');
    const sentence = `${beginning} niet te lezen. De maanden waarin ze kunnen vallen, zijn niet compleet.`;
    expect(within(coverage).getByText(sentence)).toBeDefined();
  });
});

it('says that orders are not read yet', async () => {
  const { coverage: read } = FIRST_COPY;
  if (read === null) throw new Error('nothing of the orders has been read');
  bridge.connection = createConnection({ ...FIRST_COPY, coverage: { ...read, unread: 2, done: 24_998 } });
  await renderConnection();
  const sentence = '2 orders zijn nog niet gelezen. De maanden waarin ze kunnen vallen, zijn niet compleet.';
  expect(within(await section('Orders per maand')).getByText(sentence)).toBeDefined();
});

describe('orders that are not named', () => {
  it.each([
    ['before a day', '2026-08-01', 'Er kunnen orders van voor 1 augustus 2026 zijn die StoreKeeper niet noemt.'],
    ['at all', null, 'StoreKeeper noemt te weinig orders om te weten of er meer zijn.'],
  ])('are reported as unknown %s', async (_, completeFrom, sentence) => {
    const { coverage: read } = FIRST_COPY;
    if (read === null) throw new Error('nothing of the orders has been read');
    const coverage = { ...read, completeFrom, isWhole: true, areOlderKnown: false };
    bridge.connection = createConnection({ ...FIRST_COPY, coverage });
    await renderConnection();
    const orders = await section('Orders per maand');
    expect(within(orders).getByText(sentence)).toBeDefined();
    expect(orders.textContent).toContain('geeft Tilldesk geen cijfers');
  });
});

describe('the progress of what is not complete', () => {
  it.each<[string, Parameters<typeof calculateIncompleteProgress>[0], number]>([
    ['is never 100% while an order is missing', { done: 9_999, of: 10_000, months: [] }, 99],
    ['is 0% while nothing is known', { done: 0, of: 0, months: [] }, 0],
    [
      'leaves out months that are complete',
      { done: 60, of: 100, months: [{ month: '2026-09', orders: 50, isComplete: true }] },
      20,
    ],
  ])('%s', (_fact, coverage, percentage) => {
    expect(calculateIncompleteProgress(coverage)).toBe(percentage);
  });
});

describe('the data that is read', () => {
  it('names what cannot be read, what that means, and each attempt with its reason', async () => {
    const refused = [
      { by: 'ShopModule::listOrderIds', reason: 'No rights to this function.' },
      { by: 'ShopModule::listOrders', reason: 'Its rows differ from getOrder.' },
    ];
    bridge.connection = createConnection(
      createCopy({ coverage: null, streams: [createStream({ name: 'orders', readBy: null, readAt: null, refused })] }),
    );
    await renderConnection();
    expect(await screen.findByText(/zijn er geen orders, rapporten en journaalposten/)).toBeDefined();
    expect(
      screen.getByText('Geprobeerd: ShopModule::listOrderIds. No rights to this function.').closest('details')?.open,
    ).toBe(false);
    expect(
      screen.getByText('Geprobeerd: ShopModule::listOrders. Its rows differ from getOrder.').closest('details')?.open,
    ).toBe(false);
  });
});

describe('the last check', () => {
  const checkedAt = '2026-11-21T02:10:00Z';

  it('lists differences, each with what is done about it', async () => {
    bridge.connection = createConnection(
      createCopy({ check: { checkedAt, missing: 1, removed: 2, compared: 30, differing: 3, amount: 12.5 } }),
    );
    await renderConnection();
    const items = within(await section('Laatste controle')).getAllByRole('listitem');
    expect(items.map(({ textContent }) => textContent)).toEqual([
      '1 order ontbrak in de kopie en wordt alsnog gelezen.',
      '2 orders worden daar niet meer genoemd. Ze verdwijnen uit de kopie, tenzij StoreKeeper ze nog kan vinden.',
      'Van 30 oude orders die opnieuw zijn gelezen, waren er 3 ongemerkt veranderd: samen €\u00a012,50.',
    ]);
  });
});

describe('notes', () => {
  it('have count, amount, a sentence and the latest examples', async () => {
    const examples = [
      createNoteExample({ record: 'order 1204', given: 'quote', amount: 12.5 }),
      createNoteExample({ record: 'order:1205', given: 'USD' }),
    ];
    bridge.connection = createConnection(
      createCopy({ notes: [{ kind: 'order_left_out', count: 1_012, amount: 4_300.5, examples }] }),
    );
    const { user } = await renderConnection();
    const notes = await section('Bijzonderheden');
    const title = within(notes).getByRole('heading', { level: 3 });
    expect(title.textContent).toBe('Orders die niet meetellen1.012 · samen €\u00a04.300,50');
    expect(within(notes).getByText(/ontbreken offertes, aanvragen/)).toBeDefined();
    await user.click(within(notes).getByText('De laatste 2'));
    expect(cellsOf(notes)).toEqual([
      ['Order 1204', 'offerte', '', '€\u00a012,50'],
      ['Order 1205', 'USD', '', ''],
    ]);
  });

  it('are collapsed if they change no figure', async () => {
    const note = (kind: NoteKind) => ({ kind, count: 1, amount: null, examples: [] });
    bridge.connection = createConnection(createCopy({ notes: [note('sku_taken'), note('header_differs')] }));
    await renderConnection();
    const notes = await section('Bijzonderheden');
    const foldOf = (title: RegExp) => within(notes).getByText(title).closest('details');
    expect(foldOf(/^SKU’s van/)?.open).toBe(false);
    expect(foldOf(/^Orders waarvan het totaal/)).toBeNull();
    expect(within(notes).getByText('1 zonder gevolg voor de cijfers')).toBeDefined();
  });

  it('show both figures and their exact difference', async () => {
    const examples = [
      createNoteExample({ record: 'order 7', given: 'rate 55 wt', theirs: 12.3, ours: 12.25 }),
      createNoteExample({ record: 'order 8', given: 'value ex', theirs: 0.1, ours: 0.3 }),
    ];
    bridge.connection = createConnection(
      createCopy({ notes: [{ kind: 'tax_row_differs', count: 1, amount: 0.05, examples }] }),
    );
    await renderConnection('en');
    const notes = await section('Particulars');
    expect(within(notes).getByRole('heading', { level: 3 }).textContent).toContain(
      'a difference of €\u00a00.05 in all',
    );
    expect(cellsOf(notes)).toEqual([
      ['Order 7', 'VAT rate 55 · Incl. VAT: €\u00a012.30', '€\u00a012.25', '−€\u00a00.05'],
      ['Order 8', 'Excl. VAT: €\u00a00.10', '€\u00a00.30', '€\u00a00.20'],
    ]);
  });

  it('have a title and a sentence for every kind of StoreKeeper', async () => {
    const every: readonly NoteKind[] = NOTE_KINDS;
    const forgotten: Exclude<NoteKind, (typeof NOTE_KINDS)[number]>[] = [];
    expect(forgotten).toEqual([]);
    bridge.connection = createConnection(
      createCopy({ notes: every.map((kind) => ({ kind, count: 1, amount: null, examples: [] })) }),
    );
    await renderConnection();
    const notes = await section('Bijzonderheden');
    const items = within(notes).getAllByRole('listitem', { hidden: true });
    expect(items).toHaveLength(every.length);
    for (const item of items) expect(item.textContent).not.toContain('connection.note');
  });

  function cellsOf(notes: HTMLElement): (string | null)[][] {
    const rows = within(notes).getAllByRole('row', { hidden: true }).slice(1);
    return rows.map((row) =>
      within(row)
        .getAllByRole('cell', { hidden: true })
        .map(({ textContent }) => textContent),
    );
  }
});

describe('the page', () => {
  it('is a skeleton while it loads, says what failed, and can be reloaded', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    bridge.on({ readConnection: () => promise.then(refusing) });
    const { user } = await renderConnection();
    expect(await screen.findByRole('status', { name: 'Bezig met laden' })).toBeDefined();
    resolve();
    const retry = await screen.findByRole('button', { name: 'Opnieuw proberen' });
    expect(screen.getByText('De andere pagina’s werken gewoon.')).toBeDefined();
    bridge.on({ readConnection: () => createConnection(createCopy()) });
    await user.click(retry);
    expect(await section('Wat er gelezen wordt')).toBeDefined();
  });
});

const refusing = () => {
  throw new Refusal({ status: 500 });
};

describe('the actions', () => {
  const asked = () =>
    bridge.calls.flatMap(({ name, argument }) =>
      name === 'controlCopy' ? [(argument as { action: string }).action] : [],
    );
  const button = (name: string) => screen.findByRole('button', { name });
  const stopping = () => {
    bridge.connection = createConnection(createCopy({ state: 'stopped' }));
    return null;
  };

  it('stop and resume reading with the keyboard only', async () => {
    bridge.connection = createConnection(createCopy());
    bridge.on({ controlCopy: stopping });
    const { user } = await renderConnection();
    (await button('Stoppen')).focus();
    await user.keyboard('{Enter}');
    expect(await screen.findByText(/^De gegevens op deze pc blijven staan/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Stoppen' })).toBeNull();
    (await button('Lezen hervatten')).focus();
    await user.keyboard('[Space]');
    await waitFor(() => expect(asked()).toEqual(['stop', 'readAgain']));
  });

  it('empty the copy after a confirmation', async () => {
    bridge.connection = createConnection(createCopy());
    const { user } = await renderConnection();
    await user.click(await button('Leegmaken…'));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText(/verliezen hun datum/)).toBeDefined();
    expect(document.activeElement).toBe(within(dialog).getByRole('button', { name: 'Annuleren' }));
    await user.keyboard('{Escape}');
    expect(asked()).toEqual([]);

    await user.click(await button('Leegmaken…'));
    const { promise, resolve } = Promise.withResolvers<null>();
    bridge.on({ controlCopy: () => promise });
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Leegmaken' }));
    expect(await screen.findByText(/wordt leeggemaakt/)).toBeDefined();
    bridge.connection = createConnection(null);
    resolve(null);
    expect(await screen.findByText('De kopie is leeggemaakt.')).toBeDefined();
    expect(asked()).toEqual(['empty']);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
