import { openThreaded } from './open-threaded.ts';
import { describePlatform } from './platform-conformance.ts';

describePlatform('the embedded platform with threads', openThreaded);
