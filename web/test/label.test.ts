// Labels: layout, and that a label printer prints what was intended. Checked with a third-party ZPL renderer and code reader.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { labelAddress } from '@kuwei/contract/wms/label';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type * as Zpl from 'zpl-renderer-js';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import type { Box } from '@kuwei/contract/wms/warehouse-box';
import { boxContent, contentOf, type LabelContent } from '../src/wms/label/content.ts';
import { emsOf, layoutOf } from '../src/wms/label/layout.ts';
import { labelSheets } from '../src/wms/label/sheets.ts';
import { dotsOf, graphicOf, zplOf, type Bitmap, type Dpi } from '../src/wms/label/zpl.ts';

const require = createRequire(import.meta.url);
/** Nine megabytes that the bundler need not process. */
const { ready } = require('zpl-renderer-js') as typeof Zpl;
// In the browser the WebAssembly file is served from our origin.
prepareZXingModule({
  overrides: { wasmBinary: Uint8Array.from(readFileSync(require.resolve('zxing-wasm/reader/zxing_reader.wasm'))).buffer },
});

const sheets = new Map(labelSheets('柜台卷 = 80×25; 1×1; 80×25'));
const content: LabelContent = {
  key: '1',
  address: labelAddress('https://warehouse.example.edu.cn', 'SUMQRTDVQ5FHXLMZGG4LI6VV5VNHFOBXJNM'),
  name: '高锰酸钾',
  texts: [
    { text: '高锰酸钾（优级纯，用于氧化还原滴定分析的标准物质）', size: 1.35, bold: true, lines: 2 },
    { text: '批号 LOT-2026-KMNO4-00017', size: 1, whole: true },
    { text: '有效期至 2028-01-18', size: 1, bold: true, whole: true },
    { text: '催化化学与表面科学联合课题组', size: 1 },
    { text: 'C-KMNO4', size: 0.9, whole: true },
    { text: '500 g', size: 0.9 },
    { text: 'CAS 7722-64-7', size: 0.9, whole: true },
  ],
  pictograms: ['GHS03', 'GHS07', 'GHS09'],
  marks: ['E', '易制爆', '易制毒'],
};

const box = {
  id: '1',
  type: 'SHARED',
  ownerOrgName: null,
  containerName: '易燃品防爆柜',
  warehouseName: '化学品仓库',
  qrToken: 'UMQRTDVQ5FHXLMZGG4LI6VV5VNHFOBXJNM',
} as unknown as Box;

describe('layout', () => {
  test.each([...sheets])('%s: everything is within the label, expiry and batch are complete, and text is legible', (_, sheet) => {
    const { qr, text, texts, marks } = layoutOf(content, sheet);
    const { width, height } = sheet.label;
    expect(qr.x + qr.side).toBeLessThanOrEqual(text.x);
    expect(text.x + text.width).toBeLessThan(width);
    const last = texts.at(-1)!;
    expect(texts[0]!.y).toBeGreaterThanOrEqual(0);
    expect(Math.max(last.y + last.font * last.rows, marks!.y + marks!.height)).toBeLessThanOrEqual(height);
    texts.forEach((each, at) => at > 0 && expect(each.y).toBeGreaterThan(texts[at - 1]!.y));
    const shown = texts.map((each) => each.text);
    expect(shown.slice(0, 3)).toEqual(content.texts.slice(0, 3).map((each) => each.text));
    for (const { text: shownText, font, whole } of texts)
      if (whole) expect(emsOf(shownText) * font, shownText).toBeLessThanOrEqual(text.width + 0.01);
    expect(Math.min(...texts.filter(({ whole }) => !whole).map(({ font }) => font))).toBeGreaterThan(1.4);
  });

  test.each([...sheets])('[F-3B4] %s: a code of any length is printed in full and legibly', (_, sheet) => {
    for (const code of [
      'W1-C01-R1-B1',
      'BLDG12-3F-R314-CAB04-S2',
      'BLDG12.3F.R314.CABINET04.SHELF02.DRAWER01.POSITION001.ROW2.B0017',
      'X'.repeat(64),
      '化学楼三层西侧一百一十四室防爆柜第二层',
    ]) {
      const { text, texts } = layoutOf(boxContent({ ...box, code }), sheet);
      const shown = texts.filter(({ whole }) => whole);
      expect(shown.map((each) => each.text).join('')).toBe(code);
      for (const { text: shownText, font, code: isCode } of shown)
        expect(emsOf(shownText, isCode) * font, shownText).toBeLessThanOrEqual(text.width + 0.01);
      expect(Math.min(...shown.map(({ font }) => font)), code).toBeGreaterThan(1.1);
      const last = texts.at(-1)!;
      expect(texts[0]!.y, code).toBeGreaterThanOrEqual(0);
      expect(last.y + last.font * last.rows, code).toBeLessThanOrEqual(sheet.label.height);
    }
  });

  test('a short code stays on one line, a long one ends in large letters', () => {
    const first = (code: string) =>
      boxContent({ ...box, code })
        .texts.filter(({ whole }) => whole)
        .map(({ text }) => text);
    expect(first('CAB04-S2')).toEqual(['CAB04-S2']);
    expect(first('W1-C01-R1-B1')).toEqual(['W1-C01-', 'R1-B1']);
    expect(first('BLDG12-3F-R314-CAB04-S2')).toEqual(['BLDG12-3F-R314-CAB04-', 'S2']);
  });

  test('short of space, the least important items are omitted', () => {
    const [small, large] = [sheets.get('A4-65')!, sheets.get('100x70')!].map((sheet) => layoutOf(content, sheet).texts.length);
    expect(large).toBe(content.texts.length);
    expect(small).toBeLessThan(large!);
  });

  test("the site's own sheets are offered beside the built-in ones", () => {
    expect(sheets.get('own-1')).toMatchObject({ name: '柜台卷', label: { width: 80, height: 25 } });
  });
});

/** Stripes and a frame: runs of every length, repeated rows, rows ending in white or black. */
function pattern(width: number, height: number): Bitmap {
  const bytes = new Uint8Array((width / 8) * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (y < 2 || x < 3 || x >= width - 2 || (y > 20 && (x * x + y * 7) % 13 < 5))
        bytes[(y * width + x) >> 3]! |= 0x80 >> (x & 7);
  return { width, height, bytes };
}

async function rendered(zpl: string, width: number, height: number, dpi: Dpi) {
  const { api } = await ready;
  // The renderer counts dots per millimetre, a 300 dpi printer per inch.
  const perMm = dpi === 203 ? 8 : 12;
  const [w, h] = [width, height].map((mm) => dotsOf(mm, dpi) / perMm);
  const [picture] = await api.zplToBase64MultipleAsync(zpl, w, h, perMm);
  const image = sharp(Buffer.from(picture!.replace(/^data:[^,]*,/, ''), 'base64')).flatten({ background: '#fff' });
  const { data, info } = await image.clone().greyscale().raw().toBuffer({ resolveWithObject: true });
  return {
    dark: (x: number, y: number) => data[y * info.width + x]! < 128,
    png: await image.png().toBuffer(),
  };
}

describe('label printers', () => {
  test.each([
    ['50x30', 203],
    ['50x30', 300],
    ['40x30', 203],
    ['100x70', 300],
  ] as const)('%s at %i dpi: the code scans, and the texts are printed dot by dot in place', async (id, dpi) => {
    const sheet = sheets.get(id)!;
    const layout = layoutOf(content, sheet);
    const bitmap = pattern(Math.ceil(dotsOf(layout.text.width, dpi) / 8) * 8, dotsOf(sheet.label.height, dpi));
    const zpl = zplOf({ address: content.address, layout, words: { bitmap }, copies: 1 }, sheet, dpi);
    const { dark, png } = await rendered(zpl, sheet.label.width, sheet.label.height, dpi);
    const [code] = await readBarcodes(new Uint8Array(png), { formats: ['QRCode'] });
    expect(code?.text).toBe(content.address);
    const left = dotsOf(layout.text.x, dpi);
    const wrong: string[] = [];
    for (let y = 0; y < bitmap.height; y += 3)
      for (let x = 0; x < bitmap.width; x++) {
        const at = y * bitmap.width + x;
        const isDark = ((bitmap.bytes[at >> 3]! >> (7 - (at & 7))) & 1) === 1;
        if (isDark !== dark(left + x, y)) wrong.push(`${x},${y}`);
      }
    expect(wrong.slice(0, 3)).toEqual([]);
  });

  test('a printer with a built-in Chinese font prints the texts, and no text starts a command', async () => {
    const sheet = sheets.get('60x40')!;
    const texts = [{ text: '溶液 ^XZ~DG_5E\\', size: 1 }];
    const layout = layoutOf({ texts, pictograms: [], marks: [] }, sheet);
    const address = 'http://10.0.0.7:3000/Q/BaB_-1234567890xy';
    const zpl = zplOf({ address, layout, words: { font: 'E:SIMSUN.TTF', marks: '' }, copies: 12 }, sheet, 203);
    expect(zpl).toContain('^CI28');
    expect(zpl).toContain('^A@N,');
    expect(zpl).toContain('溶液 _5EXZ_7EDG_5F5E_5C');
    expect(zpl).toContain('^PQ12');
    expect(zpl.match(/\^XZ/g)).toHaveLength(1);
    const { png } = await rendered(zpl, 60, 40, 203);
    expect((await readBarcodes(new Uint8Array(png), { formats: ['QRCode'] }))[0]?.text).toBe(address);
  });

  test('an image takes a fraction of its raw size', () => {
    const white: Bitmap = { width: 800, height: 500, bytes: new Uint8Array(50_000) };
    expect(graphicOf(white).length).toBeLessThan(600);
  });
});

test.each([
  ['reversal', { reversal: true, reversed: false }, 'wms.state.REVERSAL'],
  ['reversed original', { reversal: false, reversed: true }, 'wms.state.REVERSED'],
])('[F-3U1] the label of a %s is marked as such', (_, taken, word) => {
  const document = {
    no: 'IN1',
    type: 'INBOUND',
    state: 'DONE',
    ...taken,
    ownerOrgName: '课题组',
    applicantName: '李',
    warehouseName: '仓库',
    planDate: null,
    lines: 1,
    controlFlags: [],
  } as const;
  const { texts } = contentOf({ id: 'd', code: 'D', goods: null, command: null, document: { ...document, controlFlags: [] } });
  expect(texts.map(({ text }) => text).join(' ')).toContain(word);
});

test.each([
  ['RECALLED', ['wms.why.RECALLED']],
  ['HOLD', ['wms.why.HOLD']],
  ['OK', []],
] as const)('the label of goods from a batch in state %s shows why they cannot be used', (batchStatus, reasons) => {
  const goods = {
    productCode: 'C-NACL',
    productName: '氯化钠',
    spec: null,
    cas: null,
    batchNo: 'B1',
    batchStatus,
    madeOn: null,
    expiresOn: null,
    storageGroup: null,
    controlFlags: [],
    pictograms: [],
    signal: null,
    ownerOrgName: null,
    boxCode: null,
    qty: '1',
    baseUnit: 'BOTTLE',
  };
  const label = contentOf({ id: 'g', code: 'G', goods, command: null, document: null });
  expect(label.texts.map(({ text }) => text).filter((text) => text.startsWith('wms.why'))).toEqual(reasons);
  const textsOf = (expiresOn: string) =>
    contentOf({ id: 'g', code: 'G', goods: { ...goods, expiresOn }, command: null, document: null }).texts.map(
      ({ text }) => text,
    );
  expect(textsOf('2001-01-01')).toContain('label.expired');
  expect(textsOf('2099-01-01')).not.toContain('label.expired');
});
