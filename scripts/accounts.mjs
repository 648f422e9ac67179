import './launching/refuse-old-node.mjs';
import { runProgram } from './launching/run-program.mjs';

await runProgram(['dist', 'host', 'accounts.js'], { statusWhenStopped: 1 });
