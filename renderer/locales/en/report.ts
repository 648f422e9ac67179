import type { Translated } from '../dictionary.ts';
import type { report as dutch } from '../nl/report.ts';

export const report: Translated<typeof dutch> = { title: 'report' };
