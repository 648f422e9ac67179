import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type SignInService, startSignInService } from '../../security/support/strict-body-check.ts';
import { type DeparturesOf, readDescription } from '../../security/support/strict-description.ts';
import { type StrictService, startStrictService } from '../../security/support/strict-service.ts';
import { BREACHES, createTally, type Tally } from '../../security/support/strict-tally.ts';
import { CREDENTIALS } from '../../support/shop-fixture.ts';
import { STAND_IN_CREDENTIALS } from '../../support/stand-in-platform.ts';
import type { SuiteRun } from '../harness/suite.ts';

/** The services under attack, and where it is told what was seen. */
export interface ContractBench {
  readonly run: SuiteRun;
  readonly tally: Tally;
  /** Before the fixture shop. */
  readonly shop: StrictService;
  /** Before a platform that tells what it was asked. */
  readonly signIns: SignInService;
  stop(): Promise<void>;
}

const SIGN_INS = ['POST /api/auth/login', 'POST /api/auth/refresh'];

export async function openContractBench(run: SuiteRun): Promise<ContractBench> {
  const shop = await startStrictService();
  const signIns = await startSignInService();
  for (const { password } of [CREDENTIALS.owner, STAND_IN_CREDENTIALS]) run.keepSecret('password', password);
  for (const token of [...Object.values(shop.tokens), signIns.token]) run.keepSecret('token', token);
  return {
    run,
    shop,
    signIns,
    tally: createTally({
      count: (name) => run.count(name),
      found: (kind, sentence) => run.breach(BREACHES[kind], sentence),
      departuresOf: overheard(run, await readDescription(shop)),
    }),
    async stop() {
      writeFileSync(join(run.folder, 'shop.log'), JSON.stringify(shop.records));
      writeFileSync(join(run.folder, 'sign-ins.log'), JSON.stringify(signIns.records));
      await signIns.stop();
      await shop.stop();
    },
  };
}

/** Answers are searched for secrets on the way; those that give a token out are the only ones that may hold one. */
function overheard(run: SuiteRun, departuresOf: DeparturesOf): DeparturesOf {
  return (operation, answer) => {
    if (!SIGN_INS.includes(operation) || answer.status !== 200) run.hear(operation, answer.text);
    return departuresOf(operation, answer);
  };
}
