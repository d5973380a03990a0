import { boxQr } from '@kuwei/contract/wms/place';
import type { Box } from '@kuwei/contract/wms/warehouse-box';
import { memo, useMemo, type CSSProperties } from 'react';
import { encode } from 'uqr';
import { qrPath } from './labels.ts';

/** White around a QR code, in modules: scanners need four. */
const QUIET = 4;

/** One label: what a scanner reads, what a person reads from two metres, and where it belongs. */
export const BoxLabel = memo(function BoxLabel({ box }: { box: Box }) {
  const { size, path } = useMemo(() => {
    const { size: modules, data } = encode(boxQr(location.origin, box.qrToken), { ecc: 'M', border: 0 });
    return { size: modules, path: qrPath(data) };
  }, [box.qrToken]);
  return (
    <div className="box-label">
      <svg
        className="box-label-qr"
        viewBox={`${-QUIET} ${-QUIET} ${size + 2 * QUIET} ${size + 2 * QUIET}`}
        shapeRendering="crispEdges"
        role="img"
        aria-label={`QR ${box.code}`}
      >
        <path d={path} />
      </svg>
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
