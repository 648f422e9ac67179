import './launching/refuse-old-node.mjs';
import { runProgram } from './launching/run-program.mjs';

await runProgram(['test', 'visual', 'take-screenshots.ts'], { statusWhenStopped: 130 });
