import { describe, expect, it } from 'vitest';
import { escapeXml } from '../../../../electron/exports/writers/xlsx-cells.ts';

describe('escapeXml', () => {
  it.each([
    ['Koffie 250 g', 'Koffie 250 g'],
    ['crème & <b>"x"</b> ]]>', 'crème &amp; &lt;b&gt;&quot;x&quot;&lt;/b&gt; ]]&gt;'],
    ['tab\tline\n', 'tab\tline\n'],
    ['a\r\nb', 'a_x000D_\nb'],
    ['\0\u001b\u007f\u0085', '_x0000__x001B__x007F__x0085_'],
    ['\uFFFE\uFFFF', '_xFFFE__xFFFF_'],
    ['\uD83D 😀 \uDE00', '_xD83D_ 😀 _xDE00_'],
    ['_x0041_', '_x005F_x0041_'],
    ['_x0041_x0042_', '_x005F_x0041_x005F_x0042_'],
    ['_xd83d_', '_x005F_xd83d_'],
    ['_x0041\r', '_x005F_x0041_x000D_'],
    ['_x0041 _x_ _X0041_', '_x0041 _x_ _X0041_'],
  ])('writes %j so that Excel reads the same text back', (text, xml) => {
    expect(escapeXml(text)).toBe(xml);
  });
});
