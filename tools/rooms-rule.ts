// Lint rule: imports, including `import()`, follow the order of the rooms.
import { dirname, join, relative, sep } from 'node:path';
import { refusalOf } from './rooms.ts';

const ROOT = join(import.meta.dirname, '..');
const pathOf = (file: string): string => relative(ROOT, file).split(sep).join('/');

interface Importing {
  source?: { value?: unknown } | null;
}
interface Context {
  filename: string;
  report: (fault: { node: unknown; message: string }) => void;
}

function create(context: Context) {
  const look = ({ source }: Importing): void => {
    if (typeof source?.value !== 'string' || !source.value.startsWith('.')) return;
    const message = refusalOf(pathOf(context.filename), pathOf(join(dirname(context.filename), source.value)));
    if (message !== null) context.report({ node: source, message });
  };
  return { ImportDeclaration: look, ImportExpression: look, ExportNamedDeclaration: look, ExportAllDeclaration: look };
}

export default { meta: { name: 'kuwei' }, rules: { rooms: { create } } };
