import type { HostGround } from './compose-window.ts';
import { keepsAnswersMs } from './core/keeps-answers-ms.ts';
import type { Teardown } from './launch/teardown.ts';
import { accountsAt } from './platform/accounts-at.ts';
import { createEmbeddedPlatform } from './platform/embedded/embedded-platform.ts';
import type { PasswordHasher } from './platform/embedded/password-hasher.ts';
import type { OpenedPlatform } from './platform/open-platforms.ts';
import type { Platform } from './platform/platform.ts';
import { createRemotePlatform } from './platform/remote/remote-platform.ts';
import type { AnswerFrom } from './platform/remote-copy/catalog-answers.ts';
import { type CopyShelf, createCopyShelf } from './platform/remote-copy/copy-shelf.ts';
import { startCopySweeps } from './platform/remote-copy/copy-sweeps.ts';
import { withKeptCopy } from './platform/remote-copy/with-kept-copy.ts';
import { createSeveralPlatforms, type SeveralPlatforms } from './platform/several-platforms.ts';
import type { Store } from './store/open-store.ts';
import { createRemoteAccountsRepository } from './store/remote-accounts-repository.ts';
import { trustedAuthorities } from './upstream/trusted-authorities.ts';

interface RemoteGround {
  readonly builtIn: Platform;
  readonly store: Store;
  readonly hasher: PasswordHasher;
  /** Where other tools sign in; null for the built-in one. */
  readonly usualPlatform: string | null;
}

/** The built-in platform with other deployments, which are opened once somebody signs in there. */
export function composeRemotePlatforms(
  { folder, clock, log }: HostGround,
  { builtIn, store, hasher, usualPlatform }: RemoteGround,
  teardown: Teardown,
): SeveralPlatforms & { readonly copies: CopyShelf } {
  const accounts = createRemoteAccountsRepository(store.db);
  const shelf = createCopyShelf({ folder: folder.copies, clock, log });
  const keepsMs = () => keepsAnswersMs(folder.path);
  const answerFrom: AnswerFrom = (db) => createEmbeddedPlatform({ db, clock, hasher });
  teardown.add('sweeps of copies', startCopySweeps({ shelf, clock, log, keepsAnswersMs: keepsMs }));

  function openRemote(address: string): OpenedPlatform {
    const authorities = trustedAuthorities();
    const platform = createRemotePlatform({
      ...{ address, authorities, clock, log },
      accounts: accountsAt(address, accounts),
    });
    const opened = { platform, webhooks: platform.webhooks, close: platform.close };
    return withKeptCopy({
      opened,
      baseUrl: address,
      shelf,
      answerFrom,
      hasher,
      clock,
      log,
      keepsAnswersMs: keepsMs,
    });
  }

  const several = createSeveralPlatforms({ builtIn, openRemote, accounts, usualPlatform });
  teardown.add('other platforms', several.close);
  return { ...several, copies: shelf };
}
