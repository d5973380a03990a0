// Reading pasted tables and handing out files: few visits do either, so their code comes when they do.
export { fileNameIn, saveFile } from '../../browser/save-file.ts';
export { columnsIn, parsePaste, rowsIn } from './paste.ts';
