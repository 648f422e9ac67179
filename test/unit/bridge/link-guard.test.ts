import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseOpenableLink } from '../../../electron/bridge/open-external-calls.ts';

const HOSTS = ['demo.backoffice.example'];

describe('parseOpenableLink', () => {
  it.each([
    'https://demo.backoffice.example/#order/details/12',
    'https://demo.backoffice.example:443/a?b=c',
    'https://DEMO.backoffice.example/',
  ])('returns the address of %s', (text) => {
    expect(parseOpenableLink(text, HOSTS)?.hostname).toBe('demo.backoffice.example');
  });

  it.each([
    'http://demo.backoffice.example/',
    'https://demo.backoffice.example:8443/',
    'https://demo.backoffice.example:80/',
    'https://user@demo.backoffice.example/',
    'https://:word@demo.backoffice.example/',
    'https://demo.backoffice.example@evil.example/',
    'https://demo.backoffice.example.evil.example/',
    'https://demo.backoffice.example./',
    'https://evil.example/demo.backoffice.example',
    'https://evil.example\\@demo.backoffice.example/',
    'https://sub.demo.backoffice.example/',
    'https://backoffice.example/',
    'https://demo.backoffice.exampl\u0435/',
    'javascript:alert(1)//https://demo.backoffice.example/',
    'file://demo.backoffice.example/etc/passwd',
    'data:text/html,x',
    'smb://demo.backoffice.example/share',
    'ms-msdt:/id PCWDiagnostic',
    '//demo.backoffice.example/',
    'demo.backoffice.example',
    'https://',
    '',
  ])('refuses %s', (text) => {
    expect(parseOpenableLink(text, HOSTS)).toBeNull();
  });

  it('opens nothing if the platform declares no hosts', () => {
    expect(parseOpenableLink('https://demo.backoffice.example/', [])).toBeNull();
  });

  it('never returns an address on another host, whatever surrounds the right one', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (before, middle, after) => {
        const url = parseOpenableLink(`https:${before}demo.backoffice.example${middle}${after}`, HOSTS);
        if (url) expect(url.origin).toBe('https://demo.backoffice.example');
      }),
      { seed: 4870, numRuns: 2_000 },
    );
  });
});
