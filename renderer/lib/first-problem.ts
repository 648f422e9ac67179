import { flushSync } from 'react-dom';

/**
 * Shows what is wrong in a form, and leads to the first field of it, which a screen reader then reads with its problem. Returns
 * whether there is one.
 */
export function showProblems(form: HTMLFormElement, show: () => void = () => {}): boolean {
  flushSync(show);
  const field = form.querySelector<HTMLElement>('[aria-invalid="true"]');
  field?.focus();
  return field !== null;
}
