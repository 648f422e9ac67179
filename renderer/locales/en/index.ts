import { catalog } from './catalog.ts';
import { discounts } from './discounts.ts';
import { exports } from './exports.ts';
import { journal } from './journal.ts';
import { live } from './live.ts';
import { localApi } from './local-api.ts';
import { periods } from './periods.ts';
import { report } from './report.ts';
import { shell } from './shell.ts';
import { signIn } from './sign-in.ts';
import { states } from './states.ts';
import { webhooks } from './webhooks.ts';

export const en = {
  shell,
  states,
  exports,
  signIn,
  catalog,
  discounts,
  periods,
  report,
  journal,
  localApi,
  live,
  webhooks,
};
