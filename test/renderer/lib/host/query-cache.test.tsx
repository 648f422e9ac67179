import { type QueryMeta, useQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AsOf } from '../../../../renderer/components/states/freshness.tsx';
import { readApi } from '../../../../renderer/lib/host/api-client.ts';
import { listPaymentMethods } from '../../../../shared/contract/payment-methods.ts';
import { listShops } from '../../../../shared/contract/shops.ts';
import { renderPage } from '../../features/support/render-page.tsx';

const NOW = Date.parse('2026-11-21T12:13:00+01:00');
const FROM_PLATFORM = {};
const copyOfMinutes = (minutes: number) => ({
  age: String(minutes * 60),
  'cache-status': 'tilldesk; hit; detail="unreachable: shop.example"',
});

/** The headers of the API by path; other paths answer as the platform itself. */
let said: Record<string, Record<string, string>>;

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  said = {};
  vi.stubGlobal('fetch', async (path: string) => Response.json({}, { headers: said[path] ?? FROM_PLATFORM }));
});

interface FiguresProps {
  readonly isBoth?: boolean;
  readonly isStale?: boolean;
  readonly meta?: QueryMeta;
}

/** A page with the figures of two paths; the second one is read when it is shown. */
function Figures({ isBoth = false, isStale = false, meta = {} }: FiguresProps) {
  const shops = useQuery({ queryKey: ['shops'], queryFn: ({ signal }) => readApi(listShops, { signal }) });
  const refresh = () => void shops.refetch();
  return (
    <>
      {isBoth && <More meta={meta} />}
      <AsOf updatedAt={shops.dataUpdatedAt} isRefreshing={false} isStale={isStale} onRefresh={refresh} />
    </>
  );
}

function More({ meta }: { readonly meta: QueryMeta }) {
  useQuery({
    queryKey: ['more'],
    meta,
    queryFn: async ({ signal }) => ({ ...(await readApi(listPaymentMethods, { signal })) }),
  });
  return null;
}

const label = (time: string) => `Gegevens van ${time} · geen verbinding met shop.example`;

describe('figures from a copy', () => {
  it('show their time and which host cannot be reached, until they are read again', async () => {
    said['/api/shops'] = copyOfMinutes(10);
    const { user } = await renderPage(<Figures />);
    expect(await screen.findByText(label('12:03'))).toBeDefined();

    said = {};
    await user.click(screen.getByRole('button', { name: 'Vernieuwen' }));
    expect(await screen.findByText('Stand van 12:13')).toBeDefined();
  });

  it.each([
    [10, 70],
    [70, 10],
  ])('are as old as the oldest of the page: %i and %i minutes', async (shops, methods) => {
    said = { '/api/shops': copyOfMinutes(shops), '/api/payment-methods': copyOfMinutes(methods) };
    await renderPage(<Figures isBoth />);
    expect(await screen.findByText(label('11:03'))).toBeDefined();
  });
});
