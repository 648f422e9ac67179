import { flushSync } from 'react-dom';

/** Shows what is wrong in a form, and leads to the first field of it, which a screen reader then reads with its problem. */
export function showProblems(form: HTMLFormElement, show: () => void): void {
  flushSync(show);
  form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
