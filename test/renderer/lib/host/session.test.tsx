import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createQueryClient } from '../../../../renderer/lib/host/query-client.ts';
import { sessionQuery, useRounding } from '../../../../renderer/lib/host/session.ts';
import type { SessionState } from '../../../../shared/contract/session-state.ts';
import { HALF_CENT } from '../../../../shared/money.ts';

it.each([
  ['another deployment, which may round each figure by itself', 'https://kassa.voorbeeld.nl', HALF_CENT],
  ['a StoreKeeper account', 'storekeeper+https://api-demo.storekeepercloud.com', 0],
  ['the built-in platform', null, 0],
])('figures of %s may be off by as much', (_name, platform, rounding) => {
  const client = createQueryClient();
  client.setQueryData(sessionQuery.queryKey, { kind: 'signed-in', platform } as SessionState);
  const { result } = renderHook(useRounding, {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  expect(result.current).toBe(rounding);
});
