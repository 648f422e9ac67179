import { openKeptCopy } from './open-kept-copy.ts';
import { describePlatform } from './platform-conformance.ts';

describePlatform('another deployment of which a copy is kept', openKeptCopy);
