// The drawing beside the sign-in: shelves seen from the front, some boxes taken. Always the same.

const COLUMNS = 9;
const ROWS = 14;
const CELL = 64;

/** Fixed rather than random: the picture must not change between visits. */
const taken = (column: number, row: number): boolean => (column * 7 + row * 13 + ((column * row) % 5)) % 6 === 0;
const FOUND = { column: 5, row: 6 };

export function Shelves() {
  const cells = Array.from({ length: COLUMNS * ROWS }, (_, at) => ({ column: at % COLUMNS, row: Math.floor(at / COLUMNS) }));
  return (
    <svg
      className="login-shelves"
      viewBox={`0 0 ${COLUMNS * CELL} ${ROWS * CELL}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      {cells.map(({ column, row }) => {
        const found = column === FOUND.column && row === FOUND.row;
        const kind = found ? 'found' : taken(column, row) ? 'taken' : 'free';
        return (
          <rect
            key={`${column}-${row}`}
            className={kind}
            x={column * CELL + 4}
            y={row * CELL + 4}
            width={CELL - 8}
            height={CELL - 8}
            rx="4"
          />
        );
      })}
    </svg>
  );
}
