import type { ErrorComponentProps } from '@tanstack/react-router';
import { FailurePanel } from '../components/states/failure-panel.tsx';

/** In place of a page that could not be fetched or drawn; the menu beside it stays usable. */
export function PageFailure({ error, reset }: ErrorComponentProps) {
  return <FailurePanel error={error} onRetry={reset} />;
}
