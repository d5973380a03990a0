import type { ReactNode } from 'react';
import type { TreeItem } from './tree-items.ts';

/** On a 16 × 16 grid. */
const shapes: Record<TreeItem['type'], ReactNode> = {
  WAREHOUSE: <path d="M1.5 6.5 8 2.5l6.5 4V14h-13zM4.5 14V9h7v5" />,
  ROOM: <path d="M3 14V2h10v12M1.5 14h13M10 8v1" />,
  CABINET: <path d="M3 1.5h10v13H3zM8 1.5v13M6.5 7v2M9.5 7v2" />,
  SHELF: <path d="M2.5 1.5v13M13.5 1.5v13M2.5 5h11M2.5 9h11M2.5 13h11" />,
  FRIDGE: <path d="M3.5 1.5h9v13h-9zM3.5 6h9M6 3.2v1.4M6 8v2.5" />,
  GAS_RACK: <path d="M3 14.5V6a2 2 0 0 1 4 0v8.5zM9 14.5V6a2 2 0 0 1 4 0v8.5zM5 4V2M11 4V2" />,
  CAGE: <path d="M2 2.5h12v11H2zM5 2.5v11M8 2.5v11M11 2.5v11M2 8h12" />,
};

/** Icon of a kind of place. */
export const PlaceIcon = ({ type }: { type: TreeItem['type'] }) => (
  <svg
    className="place-icon"
    width="16"
    height="16"
    viewBox="0 0 16 16"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.2"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    {shapes[type]}
  </svg>
);
