import type { SuiteRun } from '../../harness/suite.ts';
import { FOREIGN_ADDRESSES } from '../attacks/foreign-addresses.ts';
import { BREACHES, COUNTS } from '../shell-figures.ts';
import { askScheme } from './ask-scheme.ts';

const POLICY =
  /^default-src 'none'; script-src 'self'; style-src 'self' 'nonce-[\w+/=]{20,}'; font-src 'self'; img-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types default$/;

/** Item 7: what can be shown as a page has a policy; and who is no page of ours gets no answer of the scheme. */
export async function probeAnswers(run: SuiteRun): Promise<void> {
  const start = await askScheme('app://bundle/');
  expectPolicy(run, start, POLICY, 'the start page');
  const again = await askScheme('app://bundle/');
  if (policyOf(start) === policyOf(again)) run.breach(BREACHES.weak, 'two pages share a nonce');
  expectPolicy(
    run,
    await askScheme('app://bundle/api/shops'),
    /default-src 'none'.*; sandbox$/,
    'an API answer',
  );
  expectPolicy(run, await askScheme('app://evil/'), /default-src 'none'.*; sandbox$/, 'a refusal');
  for (const origin of FOREIGN_ADDRESSES) {
    run.count(COUNTS.answers);
    const { status } = await askScheme('app://bundle/api/shops', origin);
    if (status < 400) run.breach(BREACHES.heard, `the API answers a page of "${origin}"`);
  }
}

function expectPolicy(run: SuiteRun, answer: Response, policy: RegExp, what: string): void {
  run.count(COUNTS.answers);
  if (!policy.test(policyOf(answer)))
    run.breach(BREACHES.weak, `${what} has the policy "${policyOf(answer)}"`);
  if (answer.headers.get('x-content-type-options') !== 'nosniff') {
    run.breach(BREACHES.weak, `the type of ${what} may be guessed`);
  }
}

function policyOf({ headers }: Response): string {
  return headers.get('content-security-policy') ?? '';
}
