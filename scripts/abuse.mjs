import './launching/refuse-old-node.mjs';
import { runProgram } from './launching/run-program.mjs';

await runProgram(['test', 'abuse', 'abuse.ts'], { statusWhenStopped: 130 });
