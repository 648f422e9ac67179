import type { Page } from '@playwright/test';
import type { ErrorBody } from '../../../shared/contract/errors.ts';

export const REQUEST_ID = '0b7d7a52-0c0e-4d8e-9f0e-3f5d1f0e2a11';

const BODY: ErrorBody = {
  error: 'Bad Gateway',
  message: 'The platform refused the call.',
  status: 502,
  request_id: REQUEST_ID,
};

/** From now on calls of the API below `path` fail as they do when the platform fails. Answers how to end it. */
export async function failApi(page: Page, path: string): Promise<() => Promise<void>> {
  const isMeant = ({ pathname }: URL) => pathname === `/api/${path}`;
  await page.route(isMeant, (route) => route.fulfill({ status: BODY.status, json: BODY }));
  return () => page.unroute(isMeant);
}
