import { CLOSED_POLICY, PAGE_HEADERS } from '../content-policy.ts';

/** Of every answer of the port, errors and replies on a bare socket included; a page has a policy of its own. */
export const UI_HEADERS = { ...PAGE_HEADERS, 'content-security-policy': CLOSED_POLICY } as const;

export const PLAIN_TYPE = 'text/plain; charset=utf-8';
