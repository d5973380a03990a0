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
        <strong className="box-label-code" style={{ '--chars': box.code.length } as CSSProperties}>
          {breakable(box.code)}
        </strong>
        <span>{box.containerName}</span>
        <span>{box.warehouseName}</span>
        {box.type === 'EXCLUSIVE' && <span className="box-label-owner">{box.ownerOrgName}</span>}
      </div>
    </div>
  );
});

/** A code may break after its hyphens, nowhere else. */
const breakable = (code: string): string => code.replaceAll('-', '-\u200B');
