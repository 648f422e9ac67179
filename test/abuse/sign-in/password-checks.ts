import { CREDENTIALS } from '../../support/shop-fixture.ts';
import type { SuiteRun } from '../harness/suite.ts';
import { BREACHES, COUNTED } from './findings.ts';
import { createSignInClient, LOGIN } from './sign-in-client.ts';
import { type ProgramGround, startProgram } from './throttled-program.ts';

/** With blanks around it, of 128 characters, of characters beyond the usual, and of what looks like an escape. */
const PASSWORDS = ['  in front and behind  ', 'x'.repeat(128), '🗝️ sleutel é ﬀ', 'C:\\%00\\u0041"<>&', '\t\n\u00a0 '];

/** A password reaches the platform as it was typed, to the byte. */
export async function checkPasswords(run: SuiteRun, ground: ProgramGround): Promise<void> {
  const program = await startProgram(ground);
  const client = createSignInClient(program.port, 1);
  for (const [index, password] of PASSWORDS.entries()) {
    const email = `${index}@alpha.example`;
    await client.post(LOGIN, { ...CREDENTIALS.owner, email, password });
    run.count(COUNTED.passwords);
    if (!Buffer.from(ground.reached.password).equals(Buffer.from(password))) {
      run.breach(BREACHES.changed, `the one numbered ${index}`);
    }
  }
  client.close();
  await program.stop();
}
