import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { useStaffWords } from '../../../renderer/components/staff-words.ts';
import { BridgeError } from '../../../renderer/lib/bridge-client.ts';
import type { BridgeFailure } from '../../../shared/contract/bridge.ts';
import { renderPage } from '../features/support/render-page.tsx';

function Said({ failure }: { readonly failure: Partial<BridgeFailure> }) {
  const nothing = { status: null, code: 'failed', message: 'English.', requestId: null } as const;
  return <p data-testid="said">{useStaffWords()(new BridgeError({ ...nothing, ...failure }))}</p>;
}

describe('why there is no export', () => {
  it('is told with the rows there are and the rows that fit, in the language of the window', async () => {
    await renderPage(<Said failure={{ reason: 'too-many-rows', excess: { rows: 6_000, maxRows: 5_000 } }} />);
    expect(screen.getByTestId('said').textContent).toBe(
      'Deze bestandsvorm kan zoveel rijen niet aan. Kies CSV, of minder rijen. ' +
        'Er passen 5.000 rijen in, en het zijn er minstens 6.000.',
    );
  });

  it('is told once where the message has the words of the request already', async () => {
    const message = 'Zonder grootboekrekening: tips (Fooien).';
    await renderPage(<Said failure={{ reason: 'not-bookable', message }} />);
    expect(screen.getByTestId('said').textContent).toBe(message);
  });
});
