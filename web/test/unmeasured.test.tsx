// Lines show that the size of a product is unknown where goods are put away.
import type { TransactionLine } from '@kuwei/contract/wms/transaction-reply';
import { render } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { loadPhrases } from '../src/phrase/phrases.ts';
import { BoxLines } from '../src/wms/putaway/BoxLines.tsx';

beforeAll(async () => {
  for (const part of ['first', 'pages', 'goods', 'documents'] as const) await loadPhrases('zh', part);
});

const lineOf = (id: string, unmeasured: TransactionLine['unmeasured']): TransactionLine =>
  ({
    id,
    lineNo: 1,
    product: {
      name: id,
      code: id,
      spec: null,
      cas: null,
      baseUnit: 'BOTTLE',
      pictograms: [],
      storageGroup: null,
      controlFlags: [],
    },
    unit: 'BOTTLE',
    unitFactor: '1',
    qty: '2',
    qtyReq: '2',
    qtyAppr: null,
    qtyDone: '0',
    batchNo: null,
    expiresOn: null,
    boxes: [],
    risks: [],
    unmeasured,
  }) as unknown as TransactionLine;

test('[F-3U26] lines to put away are marked if volume or mass is unknown; lines to pick are not', () => {
  const lines = [lineOf('a', ['volume', 'mass']), lineOf('b', ['mass']), lineOf('c', [])];
  const marks = (type: 'INBOUND' | 'OUTBOUND'): boolean[][] => {
    const { container, unmount } = render(
      <BoxLines
        {...{ type, lines, current: null, refused: null, suggesting: false }}
        partsOf={() => []}
        onChoose={() => {}}
        onSuggestAll={null}
        onUndo={null}
        detail={null}
      />,
    );
    const texts = [...container.querySelectorAll('li')].map(({ textContent }) => textContent);
    unmount();
    return texts.map((text) => ['未填写体积和质量', '未填写质量'].map((words) => text.includes(words)));
  };
  expect(marks('INBOUND')).toEqual([
    [true, false],
    [false, true],
    [false, false],
  ]);
  expect(marks('OUTBOUND').flat()).not.toContain(true);
});
