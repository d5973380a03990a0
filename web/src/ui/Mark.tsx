/** The product's logo: four boxes, one of them marked. */
export const Mark = ({ size }: { size: number }) => (
  <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
    <rect width="24" height="24" rx="5" fill="var(--kw-primary)" />
    <g fill="#fff">
      <rect x="5" y="5" width="6" height="6" rx="1" fillOpacity=".45" />
      <rect x="13" y="5" width="6" height="6" rx="1" fillOpacity=".45" />
      <rect x="5" y="13" width="6" height="6" rx="1" fillOpacity=".45" />
      <rect x="13" y="13" width="6" height="6" rx="1" />
    </g>
  </svg>
);
