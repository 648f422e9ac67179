import { type RemoteUsers, toRemoteUserId } from '../../electron/base/remote-accounts.ts';

/** Numbers the users of one test in memory. */
export function createKnownUsers(): RemoteUsers {
  const known: string[] = [];
  return {
    async getId(accountId, identity) {
      const name = JSON.stringify([accountId, identity]);
      if (!known.includes(name)) known.push(name);
      return toRemoteUserId(known.indexOf(name) + 1);
    },
  };
}
