import { API_BASE } from '@kuwei/contract/constants';
import { useState } from 'react';
import { useT } from '../phrase/phrases.ts';
import './value.css';

/** Address of a stored file. @param size maximum pixels of an image: 50, 100, 150, 200, 400, 800, 1200, 1920 */
export const fileAddress = (id: string, size?: number): string =>
  `${API_BASE}/sys/fs/${encodeURIComponent(id)}${size === undefined ? '' : `?s=${size}`}`;

const SIZES = [50, 100, 150, 200, 400, 800, 1_200, 1_920];
/** Below this size no text is readable: a missing image stays blank. */
const SAYS_FROM_PX = 64;

interface ThumbProps {
  file: string;
  /** px */
  edge: number;
  alt: string;
  /** Links to the full-size image in a new window. */
  linked?: boolean;
}

/** Thumbnail of a stored image; one that fails to load shows an error, and no link. */
export function Thumb({ file, edge, alt, linked = false }: ThumbProps) {
  const t = useT();
  const [lost, setLost] = useState<string | null>(null);
  if (lost === file)
    return (
      <span className="thumb lost" style={{ width: edge, height: edge }} title={t('form.imageLost')}>
        {edge >= SAYS_FROM_PX && t('form.imageLost')}
      </span>
    );
  const picture = (
    <img
      className="thumb"
      src={fileAddress(file, SIZES.find((size) => size >= edge * 2) ?? 1_920)}
      width={edge}
      height={edge}
      alt={alt}
      loading="lazy"
      decoding="async"
      onError={() => setLost(file)}
    />
  );
  if (!linked) return picture;
  return (
    <a href={fileAddress(file)} target="_blank" rel="noreferrer" draggable={false}>
      {picture}
    </a>
  );
}
