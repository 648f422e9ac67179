import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { openPerTest } from '../../../support/test-scope.ts';
import { installFakeHost } from '../../features/support/fake-host.ts';
import { installFakeBridge, signedIn } from '../support/fake-bridge.ts';
import { renderApp } from '../support/render-app.tsx';

openPerTest(installFakeHost);
const bridge = openPerTest(installFakeBridge);

beforeEach(() => {
  bridge.session = signedIn('eva@demo.example');
  bridge.preferences = { ...bridge.preferences, isTourDone: false };
});

/** Without figures the tour can only point at the menu. */
describe('the tour of an overview without figures', () => {
  it('points at what is there, and does not start by itself again', async () => {
    const { user } = await renderApp(bridge, '/overview');
    const first = await screen.findByRole('dialog', { name: 'Rondleiding, 1 van 2' });
    expect(document.activeElement).toBe(first);
    expect(first.textContent).toMatch(/Elke lijst bewaart u met één klik als CSV of Excel/);
    await waitFor(() => expect(bridge.preferences.isTourDone).toBe(true));
    await user.click(screen.getByRole('button', { name: 'Volgende' }));
    const last = await screen.findByRole('dialog', { name: 'Rondleiding, 2 van 2' });
    expect(document.activeElement).toBe(last);
    expect(last.textContent).toMatch(/Met Ctrl\+K vindt u/);
    expect(screen.queryByRole('button', { name: 'Overslaan' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Klaar' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is skipped with Escape from any focus, which is restored', async () => {
    const { user } = await renderApp(bridge, '/overview');
    const title = await screen.findByRole('heading', { level: 1, name: 'Overzicht' });
    title.focus();
    await screen.findByRole('dialog', { name: 'Rondleiding, 1 van 2' });
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(title));
  });

  it('waits for the overview, and starts on any page on request', async () => {
    bridge.preferences = { ...bridge.preferences, isTourDone: true };
    const { user } = await renderApp(bridge, '/settings');
    await screen.findByRole('heading', { level: 1, name: 'Instellingen › Persoonlijk' });
    await user.keyboard('{F1}');
    await user.click(await screen.findByRole('button', { name: 'Rondleiding bekijken' }));
    expect(await screen.findByRole('dialog', { name: 'Rondleiding, 1 van 2' })).toBeDefined();
    expect(screen.getByRole('heading', { level: 1, name: 'Overzicht' })).toBeDefined();
  });
});
