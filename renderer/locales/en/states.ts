import type { Translated } from '../dictionary.ts';
import type { states as dutch } from '../nl/states.ts';

export const states: Translated<typeof dutch> = {
  loading: 'Loading',
  retry: 'Try again',
  technical: 'Technical details',
  requestId: 'Request number',
  status: 'Status',
  message: 'Message',
  asOf: 'As of {{time}}',
  stale: 'Not refreshed. These are the figures as of {{time}}.',
  refresh: 'Refresh',
  refreshing: 'Refreshing',
  filters: 'Filters',
  clearFilters: 'Clear filters',
  removeFilter: 'Remove filter {{label}}',
  columns: 'Columns',
  resetColumns: 'Default columns',
  previousRow: 'Previous row',
  nextRow: 'Next row',
  closeDetails: 'Close details',
  close: 'Close',
  copy: 'Copy',
  copied: 'Copied',
  selected: 'Copying failed. The text is selected: copy it with Ctrl+C.',
  failed: {
    unreachable: 'Tilldesk gets no answer from its own service on this PC.',
    platform: 'The retail platform gave no usable answer. Your input is not the cause.',
    internal: 'Something went wrong inside Tilldesk. Try again.',
    internalWithNumber:
      'Something went wrong inside Tilldesk. Try again; if it stays, pass on the request number.',
    refused: 'Tilldesk cannot answer this as asked. Change the filter or the period.',
    tooMany: 'Tilldesk is asked too much at once. Wait a moment, then try again.',
    shutOut: 'This window is no longer let in. Close it and open Tilldesk again.',
    signedOut: 'You are signed out. Please sign in again.',
  },
};
