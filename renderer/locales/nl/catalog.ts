export const catalog = { title: 'catalog' };
