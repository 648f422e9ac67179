import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { useFailureMessage } from '../../../renderer/lib/failures.ts';
import { ApiFailure } from '../../../renderer/lib/host/api-client.ts';
import { BridgeError } from '../../../renderer/lib/host/bridge-client.ts';
import type { BridgeFailure } from '../../../shared/contract/bridge.ts';
import { renderPage } from '../features/support/render-page.tsx';

function Said({ failure }: { readonly failure: Partial<BridgeFailure> }) {
  const nothing = { status: null, code: 'failed', message: 'English.', requestId: null } as const;
  return <SaidOf error={new BridgeError({ ...nothing, ...failure })} />;
}

function SaidOf({ error }: { readonly error: Error }) {
  return <p data-testid="said">{useFailureMessage()(error)}</p>;
}

describe('why an export failed', () => {
  it('is shown with the number of rows and the maximum, in the language of the window', async () => {
    await renderPage(<Said failure={{ reason: 'too-many-rows', excess: { rows: 6_000, maxRows: 5_000 } }} />);
    expect(screen.getByTestId('said').textContent).toBe(
      'Dit bestandstype kan zoveel rijen niet aan. Kies CSV, Excel tot een miljoen rijen, of minder rijen. ' +
        'Er passen 5.000 rijen in, en het zijn er minstens 6.000.',
    );
  });

  it('is shown once if the message already contains the words of the request', async () => {
    const message = 'Zonder grootboekrekening: tips (Fooien).';
    await renderPage(<Said failure={{ reason: 'not-bookable', message }} />);
    expect(screen.getByTestId('said').textContent).toBe(message);
  });
});

describe('a filter that the API refuses', () => {
  it.each([
    ['location_id 99 does not exist.', 'Tilldesk kan dit niet tonen: de vestiging bestaat niet'],
    ['from must be a calendar date, such as 2026-10-01.', 'Tilldesk kan dit niet tonen: de eerste dag van de periode'],
    ['The query string is longer than 16 KiB.', 'Tilldesk kan deze vraag zo niet beantwoorden.'],
  ])('is named as in the window: %s', async (message, said) => {
    await renderPage(<SaidOf error={new ApiFailure(message, 400, 'r-1')} />);
    expect(screen.getByTestId('said').textContent).toContain(said);
  });
});

describe('an unavailable platform', () => {
  const AWAY = 'Het kassaplatform is niet bereikbaar of werkt nu niet. De fout ligt niet bij uw invoer.';

  it.each([
    'The platform returned an answer that is not valid.',
    'The service sent an unexpected answer at /api/orders: data[3].value_wt must be number.',
  ])('is described as answering nonsense if the API says so: %s', async (message) => {
    await renderPage(<SaidOf error={new ApiFailure(message, 502, 'r-1')} />);
    expect(screen.getByTestId('said').textContent).toContain('gaf geen bruikbaar antwoord');
  });

  it.each<[string, Partial<BridgeFailure>]>([
    ['by what its host knows', { code: 'unreachable', platformProblem: 'unreachable' }],
    ['by what the API said to its host', { status: 502, message: 'The service could not be reached.' }],
  ])('is not confused with the service of this PC: %s', async (_how, failure) => {
    await renderPage(<Said failure={failure} />);
    expect(screen.getByTestId('said').textContent).toBe(AWAY);
  });
});
