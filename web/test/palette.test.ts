import { expect, test } from 'vitest';
import { dark, light, type Palette } from '../src/ui/palette.ts';

/** WCAG contrast ratio of two colours. */
function contrast(one: string, other: string): number {
  const luminance = (hex: string): number => {
    const [r, g, b] = [1, 3, 5].map((at) => {
      const part = parseInt(hex.slice(at, at + 2), 16) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    }) as [number, number, number];
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [bright, dim] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (bright + 0.05) / (dim + 0.05);
}

const surfaces: (keyof Palette)[] = ['ground', 'chrome', 'surface', 'raised', 'hover'];
const texts: (keyof Palette)[] = ['text', 'textSecond', 'textThird', 'accent', 'danger', 'warning', 'success'];

test.each([
  ['light', light],
  ['dark', dark],
])('text contrast suffices on every surface, %s', (_, palette) => {
  for (const surface of surfaces)
    for (const text of texts)
      expect(contrast(palette[text], palette[surface]), `${text} on ${surface}`).toBeGreaterThanOrEqual(4.5);
  expect(contrast(palette.accent, palette.accentSoft)).toBeGreaterThanOrEqual(4.5);
  expect(contrast(palette.danger, palette.dangerSoft)).toBeGreaterThanOrEqual(4.5);
  expect(contrast(palette.warning, palette.warningSoft)).toBeGreaterThanOrEqual(4.5);
  expect(contrast('#ffffff', palette.primary)).toBeGreaterThanOrEqual(4.5);
  expect(contrast('#ffffff', palette.primaryHover)).toBeGreaterThanOrEqual(4.5);
});
