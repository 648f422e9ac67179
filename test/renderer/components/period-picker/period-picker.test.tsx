import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { PeriodPicker } from '../../../../renderer/components/period-picker/period-picker.tsx';
import type { PeriodChoice } from '../../../../renderer/lib/address/fields.ts';
import { getPeriod, type Period } from '../../../../shared/periods.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { renderPage } from '../../features/support/render-page.tsx';

const TODAY = '2026-11-20';
const NOVEMBER: Period = { from: '2026-11-01', to: '2026-11-30' };

let chosen: Period[];

beforeEach(() => {
  chosen = [];
});
describe('the period picker', () => {
  it.each([
    ['Vorige week', '2026-11-09', '2026-11-15'],
    ['Vorig kwartaal', '2026-07-01', '2026-09-30'],
  ])('offers %s, computed for today', async (name, from, to) => {
    const { user } = await renderPage(<Picker initial={{ from: '2025-02-03', to: '2025-02-05' }} />);
    await user.click(current());
    await user.click(within(await presets()).getByRole('button', { name: new RegExp(`^${name}`) }));
    expect(chosen).toEqual([{ from, to }]);
    expect(screen.queryByRole('list', { name: 'Vaste periodes' })).toBeNull();
  });

  it('moves by the length of the period with its arrows', async () => {
    const { user } = await renderPage(<Picker initial={NOVEMBER} />);
    await user.click(screen.getByRole('button', { name: 'Periode terug' }));
    await user.click(screen.getByRole('button', { name: 'Periode vooruit' }));
    await user.click(screen.getByRole('button', { name: 'Periode vooruit' }));
    expect(chosen).toEqual([
      { from: '2026-10-01', to: '2026-10-31' },
      NOVEMBER,
      { from: '2026-12-01', to: '2026-12-31' },
    ]);
  });

  it('works with the keyboard only', async () => {
    const { user } = await renderPage(<Picker initial={NOVEMBER} />);
    await user.tab();
    await user.tab();
    expect(document.activeElement).toBe(current());
    await user.keyboard('{ArrowLeft}');
    expect(chosen.at(-1)).toEqual({ from: '2026-10-01', to: '2026-10-31' });
    await user.keyboard('{Enter}');
    const october = within(await presets()).getByRole('button', { name: /^Vorige maand/ });
    await waitFor(() => expect(document.activeElement).toBe(october));
    await user.keyboard('{ArrowUp}{Enter}');
    expect(chosen.at(-1)).toEqual(NOVEMBER);
  });

  it('accepts typed dates and shows their weekdays', async () => {
    const { user } = await renderPage(<Picker initial={NOVEMBER} />);
    await user.click(current());
    await type(user, 'Van', '5-11');
    await type(user, 'Tot en met', '6/11/26');
    expect(chosen.at(-1)).toEqual({ from: '2026-11-05', to: '2026-11-06' });
    expect(screen.getByText('donderdag')).toBeDefined();
    expect(screen.getByText('vrijdag')).toBeDefined();
  });

  it('says that a typed text is no date, and keeps the period', async () => {
    const { user } = await renderPage(<Picker initial={NOVEMBER} />);
    await user.click(current());
    await type(user, 'Van', 'morgen');
    expect(screen.getByText('Typ als 31-12-2026')).toBeDefined();
    await type(user, 'Van', '31-2-2026');
    expect(screen.getByText('Deze dag bestaat niet')).toBeDefined();
    await type(user, 'Van', '1-1-0999');
    expect(screen.getByText('Kies een dag van 2000 tot en met 2099')).toBeDefined();
    expect(chosen).toEqual([]);
  });

  it('keeps a typed end before the start, says so, and uses it once the start is earlier', async () => {
    const { user } = await renderPage(<Picker initial={NOVEMBER} />);
    await user.click(current());
    await type(user, 'Van', '31-10');
    await type(user, 'Tot en met', '01-10');
    expect(screen.getByText('Tot ligt voor Van')).toBeDefined();
    expect(chosen).toEqual([{ from: '2026-10-31', to: '2026-11-30' }]);
    await type(user, 'Van', '20-09');
    expect(chosen.at(-1)).toEqual({ from: '2026-09-20', to: '2026-10-01' });
    expect(screen.queryByText('Tot ligt voor Van')).toBeNull();
  });

  it('accepts a range from the calendar', async () => {
    const { user } = await renderPage(<Picker initial={NOVEMBER} />);
    await user.click(current());
    await user.click(await screen.findByRole('button', { name: '3 november 2026' }));
    await user.click(screen.getByRole('button', { name: '9 november 2026' }));
    expect(chosen).toEqual([{ from: '2026-11-03', to: '2026-11-09' }]);
  });

  it('says which days of the calendar are chosen, which is today, and which month it shows', async () => {
    const { user } = await renderPage(<Picker initial={{ from: '2026-11-19', to: '2026-11-21' }} />);
    await user.click(current());
    await screen.findByRole('button', { name: 'november 2026' });
    const pressed = screen.getAllByRole('button', { pressed: true }).map((day) => day.getAttribute('aria-label'));
    expect(pressed).toEqual(['19 november 2026', '20 november 2026', '21 november 2026']);
    expect(screen.getByRole('button', { current: 'date' }).getAttribute('aria-label')).toBe('20 november 2026');
  });
});

interface PickerProps {
  readonly initial: PeriodChoice;
  readonly today?: string;
}

function Picker({ initial, today = TODAY }: PickerProps) {
  const [period, setPeriod] = useState(initial);
  return (
    <PeriodPicker
      value={period}
      today={today}
      onChange={(next) => {
        chosen.push(typeof next === 'string' ? getPeriod(next, today) : next);
        setPeriod(next);
      }}
    />
  );
}

function current(): HTMLElement {
  return screen.getByRole('button', { expanded: false, name: /20\d\d$/ });
}

function presets(): Promise<HTMLElement> {
  return screen.findByRole('list', { name: 'Vaste periodes' });
}

async function type(user: Awaited<ReturnType<typeof renderPage>>['user'], label: string, text: string) {
  const field = await screen.findByRole('textbox', { name: label });
  await user.clear(field);
  await user.type(field, `${text}{Enter}`);
}
