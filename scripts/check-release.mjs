import './launching/refuse-old-node.mjs';
import { runProgram } from './launching/run-program.mjs';

await runProgram(['scripts', 'releasing', 'check-release.ts'], { statusWhenStopped: 130 });
