export const report = { title: 'report' };
