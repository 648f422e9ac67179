import { about } from './about.ts';
import { catalog } from './catalog.ts';
import { copying, periods, states, terms } from './components.ts';
import { discounts } from './discounts.ts';
import { exports } from './exports.ts';
import { journal } from './journal.ts';
import { localApi } from './local-api.ts';
import { orders } from './orders.ts';
import { overview } from './overview.ts';
import { report } from './report.ts';
import { rows } from './rows.ts';
import { settings } from './settings.ts';
import { habits, live, shell, views } from './shell.ts';
import { signIn } from './sign-in.ts';
import { webhooks } from './webhooks.ts';

export const nl = {
  shell,
  states,
  terms,
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
  overview,
  orders,
  rows,
  settings,
  views,
  about,
  habits,
  copying,
};
