import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { AutomaticExports } from '../../../../renderer/features/exports/automatic-exports.tsx';
import type { ExportRequest } from '../../../../shared/contract/exports.ts';
import type { Schedule, ScheduleRun } from '../../../../shared/contract/schedules.ts';
import { openPerTest } from '../../../support/test-scope.ts';
import { installExportBridge } from '../../app/support/export-bridge.ts';
import { renderPage } from '../support/render-page.tsx';

const bridge = openPerTest(installExportBridge);

const RUN: ScheduleRun = {
  ...{ state: 'made', isRunning: false, isLate: false, problem: null, message: null, needsAttention: false },
  dueAt: '2026-11-01T06:00:00+01:00',
  period: { from: '2026-10-01', to: '2026-10-31' },
  ...{ nextAt: null, endedAt: '2026-11-01T06:00:20+01:00' },
  ...{ exportId: 7, fileName: 'maandpakket_de-linde_2026-10.zip', changedFrom: null },
};

const SCHEDULE: Schedule = {
  ...{ id: 3, name: 'Maandpakket', folder: '/srv/accountant', isPaused: false, isPausedForRights: false },
  work: { kind: 'month', request: { locationId: null, format: 'csv', profile: 'excel', language: 'nl' } },
  timing: { every: 'month', on: 1, at: '06:00' },
  ...{ nextAt: '2026-12-01T06:00:00+01:00', lastRun: RUN },
};

function workOf({ dataset, filters }: Pick<ExportRequest, 'dataset' | 'filters'>) {
  const request: ExportRequest = { dataset, filters, format: 'xlsx', language: 'nl' };
  return { kind: 'dataset', request, period: 'last-week' } as const;
}

function scheduleWith(run: Partial<ScheduleRun>): Schedule {
  return { ...SCHEDULE, lastRun: { ...RUN, ...run } };
}

async function openList(schedules: readonly Schedule[]) {
  bridge.schedules = schedules;
  const { user } = await renderPage(<AutomaticExports />);
  return { user, row: await screen.findByRole('row', { name: /Maandpakket/ }) };
}

describe('the automatic exports', () => {
  it('say when and where each is made, when it is next, and which file was made last', async () => {
    const { row } = await openList([SCHEDULE]);
    const cells = within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent);
    expect(cells.slice(0, 3)).toEqual([
      'Elke maand op de 1e om 06:00In de map /srv/accountant',
      '01-12-2026 06:00',
      'Gemaakt op 01-11-2026 06:00maandpakket_de-linde_2026-10.zipOpenenTonen in map',
    ]);
  });

  it.each<[string, Schedule['work']]>([
    ['Maandpakket van vorige maand als CSV', SCHEDULE.work],
    [
      'Orders van vorige week als Excel, gezocht op ‘pan’, met 1 filter',
      workOf({ dataset: 'orders', filters: { from: '2026-11-01', to: '2026-11-30', q: 'pan', status: 'complete' } }),
    ],
    [
      'Openstaande facturen, stand eind vorige week, als Excel',
      workOf({ dataset: 'open-invoices', filters: { as_of: '2026-10-31' } }),
    ],
    ['Prijslijst als Excel', { ...workOf({ dataset: 'price-list', filters: {} }), period: null }],
  ])('say what is made: "%s"', async (text, work) => {
    const { row } = await openList([{ ...SCHEDULE, work }]);
    expect(within(row).getByText(text)).toBeDefined();
  });

  it.each<[string, Partial<ScheduleRun>]>([
    ['Later gemaakt, op 01-11-2026 06:00', { isLate: true }],
    ['Niets gewijzigd op 01-11-2026 06:00', { state: 'unchanged' }],
    ['Wordt nu gemaakt…', { isRunning: true }],
    [
      'De map bestaat niet. Volgende poging: 01-11-2026 07:15.',
      { state: 'retrying', problem: 'no-folder', nextAt: '2026-11-01T07:15:00+01:00' },
    ],
    ['Het kassaplatform gaf geen antwoord. Niet gelukt in een week.', { state: 'failed', problem: 'platform-failed' }],
    ['U hebt hier geen toegang meer toe, of een filter bestaat niet meer.', { state: 'failed', problem: 'refused' }],
  ])('say "%s"', async (text, run) => {
    const { row } = await openList([scheduleWith(run)]);
    expect(within(row).getByText(text)).toBeDefined();
  });

  it('link to the ledger accounts if the journal lacks one', async () => {
    const { row } = await openList([scheduleWith({ state: 'retrying', problem: 'not-bookable', nextAt: RUN.dueAt })]);
    const link = within(row).getByRole('link', { name: 'Grootboekrekeningen en btw-codes instellen' });
    expect(link.getAttribute('href')).toContain('/settings/company');
  });

  it('can be made now, paused, changed and removed', async () => {
    const { user } = await openList([SCHEDULE]);
    await user.click(screen.getByRole('button', { name: 'Nu maken: Maandpakket' }));
    await waitFor(() => expect(callsOf('runSchedule')).toEqual([{ id: 3 }]));
    await choose(user, 'Pauzeren');
    expect(await screen.findByText('Gepauzeerd')).toBeDefined();
    await choose(user, 'Wijzigen');
    const name = await screen.findByRole('textbox', { name: 'Naam' });
    await user.clear(name);
    await user.type(name, 'Voor de boekhouder{Enter}');
    expect(await screen.findByRole('row', { name: /Voor de boekhouder/ })).toBeDefined();
    expect(callsOf('saveSchedule').at(-1)).toMatchObject({
      id: 3,
      form: { name: 'Voor de boekhouder', isPaused: true },
    });
    await choose(user, 'Verwijderen', 'Voor de boekhouder');
    await user.click(await screen.findByRole('button', { name: 'Verwijderen' }));
    expect(await screen.findByText(/^Nog niets\./)).toBeDefined();
  });

  it('move to the field that the service refuses', async () => {
    const { user } = await openList([SCHEDULE]);
    bridge.on({ saveSchedule: () => ({ id: null, refusal: { field: 'folder', problem: 'no-permission' } }) });
    await choose(user, 'Wijzigen');
    await user.click(await screen.findByRole('button', { name: 'Opslaan' }));
    const folder = screen.getByRole('textbox', { name: 'Map' });
    await waitFor(() => expect(document.activeElement).toBe(folder));
    expect(folder.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('U mag in deze map niets opslaan. Kies een andere map.')).toBeDefined();
  });
});

type User = Awaited<ReturnType<typeof renderPage>>['user'];

async function choose(user: User, action: string, name = 'Maandpakket'): Promise<void> {
  await user.click(screen.getByRole('button', { name: `Acties voor ${name}` }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
}

function callsOf(name: string): readonly unknown[] {
  return bridge.calls.filter((call) => call.name === name).map(({ argument }) => argument);
}
