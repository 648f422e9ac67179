import type { BridgeArgument } from '../../../shared/contract/bridge.ts';

/** The demo shop that comes with the program; there is nothing in it to protect. */
export const DEMO_SIGN_IN: BridgeArgument<'signIn'> = {
  account: 'demo',
  email: 'owner@demo.example',
  password: 'tilldesk-demo',
  platform: null,
  remember: false,
};
