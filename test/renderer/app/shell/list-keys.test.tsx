import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { openPerTest } from '../../../support/test-scope.ts';
import { answerProducts, answerSmallCatalog, productsOf } from '../../features/catalog/shop-catalog.ts';
import { installFakeHost } from '../../features/support/fake-host.ts';
import { installFakeBridge, signedIn } from '../support/fake-bridge.ts';
import { renderApp } from '../support/render-app.tsx';

const host = openPerTest(installFakeHost);
const bridge = openPerTest(() => installFakeBridge({ session: signedIn('eva@demo.example') }));

beforeEach(() => {
  answerSmallCatalog(host);
  host.answer('/api/products', answerProducts(productsOf(3)));
});

describe('the keys of a list', () => {
  it('start with ↓ in the search field, move with j and k, and open the row and then its page with Enter', async () => {
    const { user } = await renderApp(bridge, '/catalog');
    await screen.findByText('SKU-1');
    await user.click(screen.getByRole('searchbox'));
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(screen.getByRole('grid'));
    await user.keyboard('jjk{Enter}');
    expect(await screen.findByRole('complementary')).toBeDefined();
    screen.getByRole('grid').focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(window.location.hash).toMatch(/^#\/catalog\/2\?period=/));
  });

  it('start with ↓ at the title of the page as well, while letters in a field are text', async () => {
    const { user } = await renderApp(bridge, '/catalog');
    await screen.findByText('SKU-1');
    const field = screen.getByRole<HTMLInputElement>('searchbox');
    await user.type(field, 'jk');
    expect(field.value).toBe('jk');
    screen.getByRole('heading', { level: 1 }).focus();
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(await screen.findByRole('grid'));
  });
});
