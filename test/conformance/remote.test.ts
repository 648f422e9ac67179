import { openRemote } from './open-remote.ts';
import { describePlatform } from './platform-conformance.ts';

describePlatform('another deployment of this API', openRemote);
