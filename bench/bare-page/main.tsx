// Minimal page with a table: React, one call, twenty rows.
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';

type Row = Record<string, string | number | null>;
const COLUMNS = ['code', 'name', 'spec', 'cas', 'baseUnit', 'state', 'price', 'updatedAt'];

function Page() {
  const [rows, setRows] = useState<Row[]>([]);
  useEffect(() => {
    void fetch('/rows.json')
      .then((response) => response.json() as Promise<{ list: Row[] }>)
      .then(({ list }) => setRows(list));
  }, []);
  return (
    <table>
      <tbody>
        {rows.map((row) => (
          <tr key={String(row['id'])}>
            {COLUMNS.map((column) => (
              <td key={column}>{String(row[column] ?? '')}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

createRoot(document.querySelector('#root')!).render(<Page />);
