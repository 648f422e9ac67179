import { flushSync } from 'react-dom';

/**
 * Shows the problems of a form and focuses its first invalid field, so that a screen reader reads the field with its
 * problem. Returns whether there is one.
 */
export function showProblems(form: HTMLFormElement, show: () => void = () => {}): boolean {
  flushSync(show);
  const field = form.querySelector<HTMLElement>('[aria-invalid="true"]');
  field?.focus();
  return field !== null;
}
