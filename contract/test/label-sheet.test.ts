import { expect, test } from 'vitest';
import { readLabelSheets } from '../src/wms/label-sheet.ts';

test('label sheets are parsed as offices write them', () => {
  const { sheets, fault } = readLabelSheets(
    '得力 24 = 210×297; 3×8; 70×37; 0,0.5; 0,0\n\n  卷 = 60x40 ; 1*1 ; 60x40\nL7651：210×297；5×13；38.1×21.2；4.75，10.7；2.5，0',
  );
  expect(fault).toBeNull();
  expect(sheets).toEqual([
    {
      name: '得力 24',
      page: { width: 210, height: 297 },
      cols: 3,
      rows: 8,
      label: { width: 70, height: 37 },
      left: 0,
      top: 0.5,
      gapX: 0,
      gapY: 0,
    },
    {
      name: '卷',
      page: { width: 60, height: 40 },
      cols: 1,
      rows: 1,
      label: { width: 60, height: 40 },
      left: 0,
      top: 0,
      gapX: 0,
      gapY: 0,
    },
    {
      name: 'L7651',
      page: { width: 210, height: 297 },
      cols: 5,
      rows: 13,
      label: { width: 38.1, height: 21.2 },
      left: 4.75,
      top: 10.7,
      gapX: 2.5,
      gapY: 0,
    },
  ]);
});

test('an invalid sheet is reported by line, and the others are used', () => {
  for (const line of [
    '得力 24',
    '太宽 = 210×297; 4×8; 70×37',
    '太高 = 210×297; 3×9; 70×37; 0,0',
    '太小 = 210×297; 40×40; 5×7',
    '没有 = 210×297; 0×8; 70×37',
    '一半 = 210×297; 2.5×8; 70×37',
    '大 = 5000×5000; 1×1; 50×50',
  ]) {
    const { sheets, fault } = readLabelSheets(`卷 = 60×40; 1×1; 60×40\n${line}`);
    expect([line, fault, sheets.map(({ name }) => name)]).toEqual([line, 2, ['卷']]);
  }
  expect(readLabelSheets(Array.from({ length: 30 }, () => '卷 = 60×40; 1×1; 60×40').join('\n')).sheets).toHaveLength(20);
});
