/** What fills a placeholder of a text; several are listed as the language does. */
export type PhraseValue = string | number | readonly string[];
export type PhraseParams = Readonly<Record<string, PhraseValue>>;
