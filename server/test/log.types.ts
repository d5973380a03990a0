// [F-3C4] Log entries without phrases must not compile. Checked by `tsc -p server`: an unused @ts-expect-error is an error.
import type { Caller, WriteContext } from '../src/context.ts';
import { writeHandlers } from '../src/platform/record.ts';

declare const context: Pick<WriteContext<Caller>, 'logChange'>;
interface Form {
  code: string;
  campus: string;
}
interface Piped extends Form {
  pipes: number;
}
declare const valuesOf: (form: object) => { code: string };
declare const find: <F>() => Promise<F & { id: string; rev: number }>;
const id = '';

context.logChange({ entity: 'wms_product', id, change: { maker: ['A', 'B'], state: ['DRAFT', 'ACTIVE'] } });
context.logChange({ entity: 'wms_after_sales', id, change: { action: 'create' } });
// @ts-expect-error neither a label nor a name of its own
context.logChange({ entity: 'wms_product', id, change: { pipes: 3 } });
// @ts-expect-error a label of something else
context.logChange({ entity: 'wms_batch', id, change: { maker: 'A' } });
// @ts-expect-error a list of two would read as before and after
context.logChange({ entity: 'wms_product', id, change: { maker: ['A', 'B'] as string[] } });
// @ts-expect-error no text says this action
context.logChange({ entity: 'wms_after_sales', id, change: { action: 'paint' } });

const kept = { table: 'wms_warehouse', codeIndex: '', valuesOf } as const;
export const named = writeHandlers({ ...kept, find: find<Form>, check: (_: unknown, form: Form) => void form });
// @ts-expect-error a form with a field that has no name
export const unnamed = writeHandlers({ ...kept, find: find<Piped>, check: (_: unknown, form: Piped) => void form });
