import { API_BASE } from '@kuwei/contract/constants';
import './value.css';

/** Address of a stored file. @param size asks for an image of at most that many pixels: 50, 100, 150, 200, 400, 800, 1200, 1920 */
export const fileAddress = (id: string, size?: number): string =>
  `${API_BASE}/sys/fs/${encodeURIComponent(id)}${size === undefined ? '' : `?s=${size}`}`;

const SIZES = [50, 100, 150, 200, 400, 800, 1_200, 1_920];

/** A small picture of a stored image. @param edge px */
export const Thumb = ({ file, edge, alt }: { file: string; edge: number; alt: string }) => (
  <img
    className="thumb"
    src={fileAddress(file, SIZES.find((size) => size >= edge * 2) ?? 1_920)}
    width={edge}
    height={edge}
    alt={alt}
    loading="lazy"
    decoding="async"
  />
);
