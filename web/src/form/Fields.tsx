import { useMemo, type ReactNode } from 'react';
import { EditContext, type FormContext } from './context.ts';

/** A record in the layout of its form, only to be read: `<Fields record={product}><ProductFields /></Fields>`. */
export function Fields({ record, children }: { record: object; children: ReactNode }) {
  const context = useMemo<FormContext>(
    () => ({
      schema: null,
      record: record as Record<string, unknown>,
      looks: new Map(),
      change: () => {},
      refused: () => undefined,
    }),
    [record],
  );
  return <EditContext value={context}>{children}</EditContext>;
}
