import { useId } from 'react';

/** A name of its own for each form: fields of the same name stand on several pages that are kept. */
export const useFormName = (): string => `f${useId().replaceAll(/\W/g, '')}`;
