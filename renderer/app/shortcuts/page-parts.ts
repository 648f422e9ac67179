import { PAGE_EXPORT_ID } from '../../components/exports/export-choice.ts';

/** Goes to the field in which one searches in the page; does nothing on a page without one. */
export function focusPageSearch(): void {
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]');
  field?.focus();
  field?.select();
}

/** Exports what the page shows, as its button does. */
export function exportPage(): void {
  exportButton()?.click();
}

export function hasExport(): boolean {
  const button = exportButton();
  return button !== null && !button.matches(':disabled');
}

function exportButton(): HTMLElement | null {
  return document.getElementById(PAGE_EXPORT_ID);
}
