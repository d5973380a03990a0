// The nine GHS pictograms (UN GHS Rev. 10, annex 1), our own drawings: black on white in a red diamond, in both themes.
import type { Pictogram as Code } from '@kuwei/contract/wms/hazard';
import type { ReactNode } from 'react';

/** Symbols on a 100 × 100 canvas, inside the diamond. */
const symbols: Record<Code, ReactNode> = {
  GHS01: (
    <>
      <g transform="translate(50 50) scale(0.88) translate(-50 -50)">
        <circle cx="41" cy="62" r="14" />
        <path d="M47 47l6-6 7 7-6 6z" />
        <path d="M52 43l2-9 4 6 6-12 1 12 10-7-5 10 11 0-9 6 8 6-11-1 3 9-9-6-3 5-4-9z" />
        <path d="M27 40l7 5-4 4zM22 58l6 0 0 4-6 0zM66 62l8 4-4 3zM58 70l4 8-5-2zM38 33l5 5-5 2z" />
      </g>
    </>
  ),
  GHS02: (
    <>
      <path d="M53 15C51 29 32 37 32 54c0 9 8 16 18 16s18-7 18-16c0-8-4-13-6-20-1 5-3 7-6 9 2-10 1-20-3-28z" />
      <path d="M50 68c-5 0-9-4-9-9 0-5 4-8 6-14 3 4 3 7 3 10 2-1 4-3 4-6 3 3 5 6 5 10 0 5-4 9-9 9z" fill="#fff" />
      <path d="M32 75h36v6h-36z" />
    </>
  ),
  GHS03: (
    <>
      <g transform="translate(50 33) scale(.56) translate(-50 -44)">
        <path d="M53 15C51 29 32 37 32 54c0 9 8 16 18 16s18-7 18-16c0-8-4-13-6-20-1 5-3 7-6 9 2-10 1-20-3-28z" />
        <path d="M50 68c-5 0-9-4-9-9 0-5 4-8 6-14 3 4 3 7 3 10 2-1 4-3 4-6 3 3 5 6 5 10 0 5-4 9-9 9z" fill="#fff" />
      </g>
      <circle cx="50" cy="62" r="12" fill="none" stroke="#000" strokeWidth="6" />
      <path d="M36 79h28v5h-28z" />
    </>
  ),
  GHS04: (
    <>
      <g transform="rotate(-35 50 50) translate(10 11) scale(.78)">
        <path d="M22 43c0-5 4-8 9-8h33c5 0 9 3 12 8h5v-4h6v22h-6v-4h-5c-3 5-7 8-12 8h-33c-5 0-9-3-9-8z" />
      </g>
    </>
  ),
  GHS05: (
    <>
      <g transform="translate(50 51) scale(0.8) translate(-50 -50)">
        <path d="M19 43l18-11 3 5-18 11z" />
        <path d="M37 31l4 2 1 4-3 1z" />
        <path d="M52 30l21-9 3 6-21 9z" />
        <path d="M52 29l-4 3 0 4 5 1z" />
        <path d="M41 41c2 3 3 5 0 7-3-2-2-4 0-7zM41 50c2 3 3 5 0 7-3-2-2-4 0-7zM47 39c2 3 3 5 0 7-3-2-2-4 0-7z" />
        <path d="M22 63h12c3 0 4 2 8 2s5-2 8-2h0v9h-28z" />
        <path d="M58 60c3-2 7-3 10-2l13 4v8c-6-1-12 2-18 2-6 0-11-3-12-5 2-1 6 1 9 1-2-2-7-2-9-4 3-1 8 0 11 1-2-2-5-3-4-5z" />
        <path d="M58 42c2 3 3 5 0 8-3-3-2-5 0-8zM58 51c1 2 2 4 0 6-2-2-1-4 0-6z" />
      </g>
    </>
  ),
  GHS06: (
    <>
      <g transform="translate(50 50) scale(0.84) translate(-50 -50)">
        <path
          d="M50 20c-12 0-20 8-20 18 0 6 3 10 7 13v7h26v-7c4-3 7-7 7-13 0-10-8-18-20-18zm-8 15a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11zm16 0a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11zm-8 11l4 7h-8z"
          fillRule="evenodd"
        />
        <path d="M26 58c3-2 6 0 6 3l18 7 18-7c0-3 3-5 6-3 2 2 2 5-1 6 2 2 1 5-2 5-2 0-3-1-4-3l-9 4 9 4c1-2 2-3 4-3 3 0 4 3 2 5 3 1 3 4 1 6-3 2-6 0-6-3l-18-7-18 7c0 3-3 5-6 3-2-2-2-5 1-6-2-2-1-5 2-5 2 0 3 1 4 3l9-4-9-4c-1 2-2 3-4 3-3 0-4-3-2-5-3-1-3-4-1-6z" />
      </g>
    </>
  ),
  GHS07: (
    <>
      <path d="M43 22h14l-3.5 38h-7z" />
      <circle cx="50" cy="72" r="7" />
    </>
  ),
  GHS08: (
    <>
      <g transform="translate(50 49) scale(0.95) translate(-50 -50)">
        <path d="M50 18c7 0 11 5 11 12 0 6-3 10-5 12v4c8 3 17 5 20 12l-14 16-12 10-12-10-14-16c3-7 12-9 20-12v-4c-2-2-5-6-5-12 0-7 4-12 11-12z" />
        <path
          d="M50 46l3.5 10 10-4.5-4.5 10 10 3.5-10 3.5 4.5 10-10-4.5-3.5 10-3.5-10-10 4.5 4.5-10-10-3.5 10-3.5-4.5-10 10 4.5z"
          fill="#fff"
        />
      </g>
    </>
  ),
  GHS09: (
    <>
      <g transform="translate(50 52) scale(0.84) translate(-50 -50)">
        <path d="M15 62h16l1-17-9-8 2-2 8 6 1-15h4l0 9 8-8 2 2-9 11 0 5 9-5 2 3-11 7 1 12h7v4h-32z" />
        <path d="M45 66c6-8 18-11 27-5l9-6c-1 4-1 9 1 14l-10-3c-8 7-20 8-27 0zm8-3a2.5 2.5 0 1 0 .1 0z" fillRule="evenodd" />
        <path d="M24 72h40c-4 4-9 7-14 10-8-1-18-4-26-10z" />
      </g>
    </>
  ),
};

/** @param size edge of the bounding square, px */
export const Pictogram = ({ code, label, size = 22 }: { code: Code; label: string; size?: number }) => (
  <svg className="pictogram" width={size} height={size} viewBox="0 0 100 100" role="img" aria-label={label}>
    <title>{label}</title>
    <path d="M50 4 96 50 50 96 4 50Z" fill="#fff" stroke="#e2001a" strokeWidth={size < 32 ? 8 : 6} />
    {symbols[code]}
  </svg>
);
