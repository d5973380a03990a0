import { useId } from 'react';

/** A unique form name: kept pages may have fields of the same name. */
export const useFormName = (): string => `f${useId().replaceAll(/\W/g, '')}`;
