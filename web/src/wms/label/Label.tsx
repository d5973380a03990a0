import type { Pictogram as Code } from '@kuwei/contract/wms/hazard';
import type { LabelSheet } from '@kuwei/contract/wms/label-sheet';
import { memo } from 'react';
import { say } from '../../phrase/phrases.ts';
import { Pictogram } from '../../ui/Pictogram.tsx';
import { QrCode } from '../../ui/QrCode.tsx';
import type { LabelContent } from './content.ts';
import { layoutOf, type PlacedText } from './layout.ts';

interface LabelProps {
  content: LabelContent;
  sheet: LabelSheet;
}

const mm = (length: number): string => `${length.toFixed(3)}mm`;

/** One label: a code for scanners, and text legible at arm's length. */
export const Label = memo(function Label({ content, sheet }: LabelProps) {
  const { qr, text, texts, marks } = layoutOf(content, sheet);
  return (
    <div className="label">
      <div className="label-qr" style={{ left: mm(qr.x), top: mm(qr.y), width: mm(qr.side), height: mm(qr.side) }}>
        <QrCode text={content.address} label={`QR ${content.name}`} />
      </div>
      <div className="label-words" style={{ left: mm(text.x), width: mm(text.width) }}>
        {texts.map((each, at) => (
          <Text key={at} text={each} />
        ))}
        {marks && (
          <div
            className="label-marks"
            style={{ height: mm(marks.height), marginTop: mm(marks.height * 0.15), fontSize: mm(marks.height * 0.62) }}
          >
            {content.pictograms.map((code) => (
              <Pictogram key={code} code={code as Code} label={say(`hazard.${code}`)} />
            ))}
            {content.marks.map((mark) => (
              <span key={mark} className="label-mark">
                {mark}
              </span>
            ))}
          </div>
        )}
      </div>
    </div>
  );
});

const Text = ({ text: { text, font, rows, bold, code, whole } }: { text: PlacedText }) => (
  <span
    className={`label-text ${bold ? 'bold' : ''} ${code ? 'code' : ''} ${whole ? 'whole' : ''}`}
    style={{ fontSize: mm(font), WebkitLineClamp: rows }}
  >
    {text}
  </span>
);
