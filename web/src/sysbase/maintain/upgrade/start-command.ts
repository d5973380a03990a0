/** For a POSIX shell. */
const quoteForShell = (text: string): string => (/^[\w./:@,=+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

/** Starts the program in a folder with these environment variables. */
export const startCommand = (folder: string, settings: readonly { name: string; value: string }[]): string =>
  [`cd ${quoteForShell(folder)} &&`, ...settings.map(({ name, value }) => `${name}=${quoteForShell(value)}`), 'npm start'].join(
    ' ',
  );
