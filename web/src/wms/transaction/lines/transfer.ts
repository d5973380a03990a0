// Reading pasted tables and handing out files: few visits do either, so their code comes when they do.
export { fileNameIn, saveFile } from '../../../browser/save-file.ts';
export { cellsIn, columnsIn, pastedIn, rowsIn } from './paste.ts';
