import { STATUS_CODES } from 'node:http';
import { describe, expect, it } from 'vitest';
import {
  API_ERRORS,
  ApiError,
  type ApiErrorCode,
  createErrorReply,
} from '../../../../electron/service/server/api-error.ts';

const codes = Object.keys(API_ERRORS) as ApiErrorCode[];

describe('the table of errors', () => {
  it.each(codes)('gives %s an HTTP status and a label in title case', (code) => {
    const { status, label } = API_ERRORS[code];
    expect(STATUS_CODES).toHaveProperty(String(status));
    expect(label).toMatch(/^[A-Z][a-z]+( [A-Z][a-z]+)*$/);
  });

  it('gives every code a different status', () => {
    expect(new Set(codes.map((code) => API_ERRORS[code].status)).size).toBe(codes.length);
  });

  it('logs failures of the service and of the platform as errors', () => {
    const errors = codes.filter((code) => API_ERRORS[code].level === 'error');
    // An unknown method is the client's fault. The cause of a service that is not ready is logged once by its detector.
    const others: readonly ApiErrorCode[] = ['not_implemented', 'not_ready'];
    const faults = codes.filter((code) => API_ERRORS[code].status >= 500 && !others.includes(code));
    expect(errors).toEqual(faults);
  });
});

describe('errorReply', () => {
  it('contains the id of the request', () => {
    expect(createErrorReply(new ApiError('not_found', 'There is no order 7.'), 'request-1')).toEqual({
      status: 404,
      headers: {},
      body: { error: 'Not Found', message: 'There is no order 7.', status: 404, request_id: 'request-1' },
    });
  });

  it.each(codes)('has a hint and a challenge for 401 only: %s', (code) => {
    const { status, headers, body } = createErrorReply(new ApiError(code, 'no'), 'request-1');
    expect('hint' in body).toBe(status === 401);
    expect(headers).toEqual(status === 401 ? { 'www-authenticate': 'Bearer realm="Tilldesk"' } : {});
  });
});
