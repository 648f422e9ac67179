import './launching/refuse-old-node.mjs';
import { runProgram } from './launching/run-program.mjs';

await runProgram(['dist', 'host', 'copies.js'], { statusWhenStopped: 1 });
