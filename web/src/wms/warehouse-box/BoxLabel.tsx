import { boxQr } from '@kuwei/contract/wms/place';
import type { Box } from '@kuwei/contract/wms/warehouse-box';
import { memo, type CSSProperties } from 'react';
import { QrCode } from '../../ui/QrCode.tsx';

/** One label: what a scanner reads, what a person reads from two metres, and where it belongs. */
export const BoxLabel = memo(function BoxLabel({ box }: { box: Box }) {
  return (
    <div className="box-label">
      <QrCode text={boxQr(location.origin, box.qrToken)} label={`QR ${box.code}`} />
      <div className="box-label-words">
        <Code code={box.code} />
        <span>{box.containerName}</span>
        <span>{box.warehouseName}</span>
        {box.type === 'EXCLUSIVE' && <span className="box-label-owner">{box.ownerOrgName}</span>}
      </div>
    </div>
  );
});

/** Whoever stands before the rack looks for row and column: these are large. */
function Code({ code }: { code: string }) {
  const [, above = '', cell = code] = /^(.+-)(R\d+-B\d+)$/.exec(code) ?? [];
  return (
    <strong className="box-label-code">
      {above !== '' && <Line text={above} part="above" />}
      <Line text={cell} part="cell" />
    </strong>
  );
}

/** As large as it fits in one line. */
const Line = ({ text, part }: { text: string; part: string }) => (
  <span className={part} style={{ '--chars': text.length } as CSSProperties}>
    {text}
  </span>
);
