import { useMemo } from 'react';
import { encode } from 'uqr';

/** Quiet zone in modules; scanners need four. */
const QUIET = 4;

/** A QR code, black on white in every scheme: scanners read inverted codes badly. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const { data, size: modules } = encode(text, { ecc: 'M', border: 0 });
    return { size: modules, path: data.map(runsOf).join('') };
  }, [text]);
  const side = size + 2 * QUIET;
  return (
    <svg
      className="qr-code"
      viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <rect x={-QUIET} y={-QUIET} width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/** Path of a row's dark modules; adjacent ones are merged. */
function runsOf(row: readonly boolean[], y: number): string {
  let path = '';
  for (let x = 0; x < row.length; x++) {
    if (!row[x]) continue;
    const from = x;
    while (row[x + 1]) x++;
    const width = x - from + 1;
    path += `M${from} ${y}h${width}v1h-${width}z`;
  }
  return path;
}
