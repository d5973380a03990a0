/** Value of a placeholder; arrays are joined as the language does. */
export type PhraseValue = string | number | readonly string[];
export type PhraseParams = Readonly<Record<string, PhraseValue>>;
