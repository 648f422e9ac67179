import { openEmbedded } from './open-embedded.ts';
import { describePlatform } from './platform-conformance.ts';

describePlatform('the embedded platform', () => openEmbedded());
