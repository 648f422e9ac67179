// Browsers have `light-dark` themselves; Mantine's form of it follows the window's theme alone.
module.exports = { plugins: { 'postcss-preset-mantine': { features: { lightDarkFunction: false } } } };
