// Paste parsing and file export, in a lazy chunk as few visits need them.
export { fileNameIn, saveFile } from '../../browser/save-file.ts';
export { columnsIn, parsePaste, rowsIn } from './paste.ts';
