import { describe, expect, it } from 'vitest';
import { listErrors } from '../../../../electron/service/openapi/error-responses.ts';
import { API_ERRORS } from '../../../../electron/service/server/api-error.ts';
import { login } from '../../../../shared/contract/auth.ts';
import type { Endpoint } from '../../../../shared/contract/endpoint.ts';
import { listOrders, readOrder } from '../../../../shared/contract/orders.ts';
import { readDocumentation, readOpenApi } from '../../../../shared/contract/service.ts';
import { pingWebhook, replayDelivery, subscribeWebhook } from '../../../../shared/contract/webhooks.ts';

const OF_ALL = [400, 403, 408, 417, 431, 500];
const statusesOf = (endpoint: Endpoint) => listErrors(endpoint).map((code) => API_ERRORS[code].status);

describe('the errors of an endpoint', () => {
  it.each([
    ['that is public', readOpenApi, []],
    ['that is public and a file', readDocumentation, [404]],
    ['that needs a token', listOrders, [401, 429, 502, 503]],
    ['of one record', readOrder, [401, 404, 429, 502, 503]],
    ['of a second record in one', replayDelivery, [401, 404, 429, 502, 503]],
    ['that makes a record', subscribeWebhook, [401, 413, 415, 429, 502, 503]],
    ['that is throttled', pingWebhook, [401, 404, 429, 502, 503]],
    ['that signs in', login, [401, 413, 415, 429, 502, 503]],
  ])('of %s are these', (_, endpoint, further) => {
    expect(statusesOf(endpoint).sort()).toEqual([...OF_ALL, ...further].sort());
  });
});
