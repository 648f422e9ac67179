import { describe, expect, it } from 'vitest';
import { readApiKey } from '../../../electron/cli/service-options.ts';

describe('readApiKey', () => {
  it('reads the key from the environment, without a trailing line break', () => {
    expect(readApiKey({ TILLDESK_API_KEY: 'tdk_abc\n' })).toBe('tdk_abc');
  });

  it.each([{}, { TILLDESK_API_KEY: '' }, { TILLDESK_API_KEY: ' ' }])('asks for a key if the variable is %j', (env) => {
    expect(() => readApiKey(env)).toThrow('set TILLDESK_API_KEY');
  });

  it('refuses characters that no header can hold, and does not repeat the value', () => {
    const refusal = () => readApiKey({ TILLDESK_API_KEY: 'tdk_hush\r\nX: y' });
    expect(refusal).toThrow('TILLDESK_API_KEY is not an API key');
    expect(refusal).not.toThrow(/hush/);
  });
});
